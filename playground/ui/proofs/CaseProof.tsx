import { useEffect, useState } from 'react';
import type { Transport } from '../../../content/claims.ts';
import { layOver, NOT_COMPARED, recordingOf, type Overlay } from '../../proof/index.ts';
import type { Run } from '../../session/index.ts';
import { seconds } from '../../trace/words.ts';
import { Timeline } from '../Timeline.tsx';
import type { Catalog } from './catalog.ts';
import type { PlayedCase, Prover } from './prover.ts';

const NAMES: Partial<Record<Transport, string>> = {
  memory: 'in memory',
  'stdio-modern': 'stdio',
  'stdio-legacy': 'stdio, 2025 protocol',
  'http-modern': 'Streamable HTTP',
  'http-legacy': 'Streamable HTTP, 2025 protocol',
  'http-modern-json': 'Streamable HTTP, json_response',
  'http-modern-stateless': 'Streamable HTTP, stateless_http',
  'http-legacy-json': 'Streamable HTTP, 2025 protocol, json_response',
  'http-legacy-stateless': 'Streamable HTTP, 2025 protocol, stateless_http',
};

export interface CaseProofProps {
  played: PlayedCase;
  prover: Prover;
  catalog: Catalog;
}

/** One run of a claim: what decided it, in words and as a picture. */
export function CaseProof({ played, prover, catalog }: CaseProofProps) {
  const { facts, on, proof } = played;
  const [watched, setWatched] = useState<Run | null>(null);
  const [lit, setLit] = useState<number | null>(null);
  const [why, setWhy] = useState('');
  const run = watched ?? played.run;
  const live = run.end === null && !run.killed;
  const clock = run.clock === 'real' ? 'real time' : 'virtual time';
  const watch = () => {
    setWhy('');
    prover.watch(facts, on, setWatched).catch((error: Error) => setWhy(error.message));
  };
  return (
    <section className="proof-case" data-proof-case={facts.example} data-holds={proof.holds}>
      <h4>
        <code>{facts.example}</code> <span>{howOf(played)}</span>
      </h4>
      {proof.holds ? (
        <ol className="proof-reasons">
          {proof.reasons.map(({ text, t }) => (
            <li key={`${text} ${t}`}>
              {t !== null && <span className="proof-time">{seconds(t)} </span>}
              {text}
            </li>
          ))}
        </ol>
      ) : (
        <dl className="proof-failures">
          {proof.failures.map(({ expected, happened }) => (
            <div key={expected}>
              <dt>Expected</dt>
              <dd>{expected}</dd>
              <dt>Happened</dt>
              <dd>{happened}</dd>
            </div>
          ))}
        </dl>
      )}
      <Timeline
        events={run.events}
        now={run.now}
        live={live}
        caption={`${facts.example}, ${howOf(played)}, ${clock}`}
        lit={lit}
        onLit={setLit}
        compact
      />
      <LaidOver played={played} catalog={catalog} />
      <p className="proof-made">
        {clock}
        {live ? (
          <button type="button" onClick={() => prover.end()}>
            End it
          </button>
        ) : (
          <button type="button" onClick={watch}>
            Watch it in real time
          </button>
        )}
        <span role="status">{why}</span>
      </p>
    </section>
  );
}

/** The run, laid over the recording of native CPython; nothing where it was not recorded. */
function LaidOver({ played: { facts, on, run }, catalog }: Omit<CaseProofProps, 'prover'>) {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  useEffect(() => {
    let left = false;
    const name = recordingOf(facts, on);
    const recording = name === null ? Promise.resolve(null) : catalog.recordingNamed(name);
    recording.then(
      (native) => left || setOverlay(native && layOver(run.events, native)),
      (error: Error) => left || setOverlay({ same: false, text: error.message }),
    );
    return () => void (left = true);
  }, [facts, on, run, catalog]);
  if (overlay === null) return null;
  return (
    <p className="proof-recorded" data-same={overlay.same}>
      {overlay.text}.{' '}
      <span>
        Not compared: {NOT_COMPARED.map(({ what, reason }) => `${what} (${reason})`).join('; ')}.
      </span>
    </p>
  );
}

function howOf({ facts: { stops = [], timeout, calls }, on }: PlayedCase): string {
  const parts = [
    calls !== undefined && `${calls.length} calls`,
    timeout !== undefined && `timeout after ${seconds(timeout)}`,
    stops.length > 0 && `Stop at ${stops.map((at) => at.toFixed(2)).join(', ')} s`,
    timeout === undefined && stops.length === 0 && 'no stop',
    NAMES[on] ?? on,
  ];
  return parts.filter(Boolean).join(', ');
}
