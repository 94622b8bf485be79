import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Run } from '../../session/index.ts';
import { nameOf } from '../../language.ts';
import type { Catalog } from '../proofs/catalog.ts';
import type { Provers } from '../proofs/provers.ts';
import { StartSteps } from '../StartSteps.tsx';
import { Timeline } from '../Timeline.tsx';
import { useLanguage } from '../useLanguage.ts';
import { differences, type Difference } from './differences.ts';
import { diff, hunks } from './diff.ts';

export interface VariantPanelProps {
  /** What was done to the program. */
  name: string;
  /** The examples: as it is, and as it becomes. */
  of: string;
  becomes: string;
  catalog: Catalog;
  provers: Provers;
}

type Pair = { before: Run; after: Run };

/** Lines of a program around a change. */
const AROUND = 2;

/** A program broken in one way: the change, and both runs one above the other on one axis. */
export function VariantPanel({ name, of, becomes, catalog, provers }: VariantPanelProps) {
  const language = useLanguage();
  const prover = provers[language];
  const { booting } = useSyncExternalStore(prover.subscribe, prover.getSnapshot);
  const [pair, setPair] = useState<Pair | null>(null);
  const [why, setWhy] = useState('');
  useEffect(() => {
    let left = false;
    setPair(null);
    Promise.all([prover.stopped(of), prover.stopped(becomes)]).then(
      ([before, after]) => left || setPair({ before, after }),
      (error: Error) => left || setWhy(error.message),
    );
    return () => void (left = true);
  }, [prover, of, becomes]);

  const change = useMemo(() => {
    const lines = (example: string) => catalog.exampleNamed(example).sources[language].split('\n');
    return hunks(diff(lines(of), lines(becomes)), AROUND);
  }, [catalog, language, of, becomes]);

  return (
    <section
      className="proof variant"
      aria-label={`${of}, ${name}`}
      data-variant={becomes}
      data-played={pair !== null}
    >
      <p>
        <strong>
          <code>{of}</code> {name}
        </strong>
        , {nameOf[language]}
      </p>
      <pre className="variant-diff" tabIndex={0} aria-label="The change">
        {change.map((line, at) =>
          line === null ? (
            <span key={at} className="variant-gap">
              {'⋯\n'}
            </span>
          ) : (
            <Line key={at} kind={line.kind} text={line.text} />
          ),
        )}
      </pre>
      {booting !== null && <StartSteps language={language} booting={booting} />}
      {why !== '' && <p className="proof-broken">{why}</p>}
      {pair !== null && <Runs pair={pair} name={name} of={of} />}
    </section>
  );
}

function Line({ kind, text }: { kind: 'same' | 'gone' | 'new'; text: string }) {
  const sign = kind === 'gone' ? '−' : kind === 'new' ? '+' : ' ';
  const line = `${sign} ${text}\n`;
  if (kind === 'gone') return <del>{line}</del>;
  return kind === 'new' ? <ins>{line}</ins> : <span>{line}</span>;
}

function Runs({ pair, name, of }: { pair: Pair; name: string; of: string }) {
  const { before, after } = pair;
  const only = useMemo(() => differences(before, after), [before, after]);
  // One axis for both: each picture is drawn to the later end.
  const end = Math.max(before.now, after.now);
  return (
    <>
      <p className="variant-label">As it is</p>
      <Timeline
        events={before.events}
        now={end}
        live={false}
        caption={`${of}, as it is`}
        lit={firstLine(only.before)}
        compact
      />
      <p className="variant-label">As changed: {name}</p>
      <Timeline
        events={after.events}
        now={end}
        live={false}
        caption={`${of}, ${name}`}
        lit={firstLine(only.after)}
        compact
      />
      <div className="variant-only">
        <Only title="Only as it is" differences={only.before} />
        <Only title="Only as changed" differences={only.after} />
      </div>
      <p className="proof-made">Stop at 0.50 s, stdio, virtual time</p>
    </>
  );
}

/** The first thing that differs: its bar is lit. */
const firstLine = (all: readonly Difference[]) =>
  all.find(({ line }) => line !== null)?.line ?? null;

function Only({ title, differences: all }: { title: string; differences: readonly Difference[] }) {
  return (
    <div>
      <p>{title}:</p>
      <ul>
        {all.length === 0 && <li>nothing</li>}
        {all.map(({ text }, at) => (
          <li key={at}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
