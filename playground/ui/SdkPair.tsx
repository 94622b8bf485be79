import { useRef } from 'react';
import type { Act, HttpChoice, Language, Script } from '../engines/engine.ts';
import type { Example } from '../example.ts';
import { LANGUAGES, nameOf } from '../language.ts';
import { Choice } from './Choice.tsx';
import { Download } from './Download.tsx';
import { Panels } from './Panels.tsx';
import { RunNotices } from './RunNotices.tsx';
import { RunView, type View } from './RunView.tsx';
import { settingsOf } from './settings.ts';
import { showLanguage } from './showLanguage.ts';
import { Story } from './Story.tsx';
import { transportName } from './transport.ts';
import { useAtHand } from './useAtHand.ts';
import { useLanguage } from './useLanguage.ts';
import { useRuns, type Plan } from './useRuns.ts';
import { useSessions } from './useSessions.ts';
import { recordedView, type Recorded } from './view.ts';
import './tokens.css';
import './timeline.css';
import './panels.css';
import './figure.css';
import './switches.css';

export interface SdkPairProps {
  /** The difference's own name. */
  id: string;
  example: Example;
  transport: Omit<HttpChoice, 'kind' | 'served_by'>;
  /** What the client does; null: it waits. */
  act: { at: number; do: 'stop' | 'drop' } | null;
  /** Each SDK and its version, as the difference was seen with. */
  seenWith: { python: string; typescript: string };
  /** The Python SDK's run on CPython; null without one. */
  recorded: Recorded | null;
}

/**
 * One run twice: as the guide states it (on the Python SDK itself, or on the TypeScript engine, which does the
 * same), and as the TypeScript SDK's own server does it.
 */
export function SdkPair({ id, example, transport, act, seenWith, recorded }: SdkPairProps) {
  const box = useRef<HTMLElement>(null);
  const language = useLanguage();
  const sessions = useSessions();
  const runs = useRuns(sessions);
  const atHand = useAtHand(language, runs.done);

  const plans = plansOf(example, language, { kind: 'http', ...transport }, act);
  const busy = runs.playing !== null;
  const [guide, sdk] = plans.map(({ key }) => runs.done.get(key));
  const name = [transportName({ kind: 'http', ...transport }), saysAct(act)].join('; ');

  return (
    <section
      ref={box}
      className="figure runs-figure"
      aria-label={`${example.name}, ${name}`}
      data-runs={id}
      data-engine={language}
      data-state={busy ? 'running' : sdk ? 'ended' : 'idle'}
    >
      <div className="figure-top">
        <header className="figure-head">
          <strong className="figure-name">{example.name}</strong>
          <span className="chip">{name}</span>
          <span className="needs-script">
            <Choice
              label="Language of the program"
              value={language}
              options={LANGUAGES.map((value) => ({ value, name: nameOf[value] }))}
              onChange={(next) => showLanguage(box.current, next)}
            />
          </span>
        </header>
        <div className="runs-controls needs-script">
          <button
            type="button"
            className="button button-go"
            aria-disabled={busy}
            onClick={() => runs.play(plans)}
          >
            Run both
          </button>
          <Download atHand={atHand} />
        </div>
      </div>
      <div className="pair-sides">
        <Side
          of="guide"
          title={`As the Python SDK does it (${seenWith.python})`}
          view={guide ?? recordedView(recorded)}
        />
        <Side
          of="sdk"
          title={`TypeScript SDK (${seenWith.typescript})`}
          view={sdk ?? recordedView(null)}
        />
      </div>
      <RunNotices sessions={sessions} runs={runs} />
    </section>
  );
}

function Side({ of, title, view }: { of: 'guide' | 'sdk'; title: string; view: View }) {
  return (
    <div className="pair-side" data-side={of} data-ran={view.events.length > 0}>
      <h3>{title}</h3>
      <RunView
        view={view}
        waiting={false}
        stale={false}
        elsewhere={false}
        lit={null}
        onLit={() => {}}
      />
      {view.events.length > 0 && (
        <>
          <div className="figure-story">
            <Story events={view.events} live={false} killed={false} before="" />
          </div>
          <Panels events={view.events} live={false} caption={view.caption} first="wire" />
        </>
      )}
    </div>
  );
}

function plansOf(
  example: Example,
  language: Language,
  transport: HttpChoice,
  act: SdkPairProps['act'],
): [Plan, Plan] {
  const { script } = settingsOf(example);
  const acts: Act[] =
    act === null
      ? []
      : act.do === 'stop'
        ? [{ ...act, do: 'stop', call: 1 }]
        : [{ at: act.at, do: 'drop' }];
  const over = (choice: HttpChoice): Script => ({ ...script, transport: choice, acts });
  return [
    {
      key: `guide ${language}`,
      language,
      source: example.sources[language],
      script: over(transport),
    },
    {
      key: 'sdk',
      language: 'typescript',
      source: example.sources.typescript,
      script: over({ ...transport, served_by: 'sdk' }),
    },
  ];
}

function saysAct(act: SdkPairProps['act']): string {
  if (act === null) return 'the client waits';
  return act.do === 'stop' ? `a Stop at ${act.at} s` : `the connection is dropped at ${act.at} s`;
}
