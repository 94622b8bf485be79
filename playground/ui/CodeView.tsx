import { memo, useEffect, useImperativeHandle, useRef, type KeyboardEvent, type Ref } from 'react';
import type { Diagnostic } from '../engines/engine.ts';
import type { LineMark, LineMarks } from './lineMarks.ts';

export interface CodeViewProps {
  label: string;
  /** One HTML string a line, highlighted at build time; or plain text, a string a line. */
  lines: { html: readonly string[] } | { text: readonly string[] };
  marks: LineMarks;
  diagnostics: readonly Diagnostic[];
  lit: number | null;
  onLit(line: number | null): void;
  ref?: Ref<CodeViewHandle>;
}

export interface CodeViewHandle {
  /** Bring a line (from 1) into view and the focus to the code. */
  goTo(line: number): void;
}

/**
 * The program as static text: what the server renders and what a copy takes. It is one stop for the
 * keyboard; the arrow keys walk its lines and light up what they did.
 */
export const CodeView = memo(function CodeView(props: CodeViewProps) {
  const { lines, marks, diagnostics, lit, onLit } = props;
  const box = useRef<HTMLPreElement>(null);
  const wrong = new Map(diagnostics.map(({ line, severity }) => [line, severity]));
  const count = 'html' in lines ? lines.html.length : lines.text.length;

  useImperativeHandle(props.ref, () => ({
    goTo(line) {
      box.current?.focus();
      onLit(line);
    },
  }));

  // Scrolls the code's own box and never the page.
  useEffect(() => {
    const pre = box.current;
    const line = lit === null ? null : pre?.querySelector<HTMLElement>(`[data-line="${lit}"]`);
    if (!pre || !line || pre.scrollHeight <= pre.clientHeight) return;
    const top = line.offsetTop - pre.offsetTop;
    if (top < pre.scrollTop) pre.scrollTop = top - 42;
    else if (top + 42 > pre.scrollTop + pre.clientHeight)
      pre.scrollTop = top + 63 - pre.clientHeight;
  }, [lit]);

  function walk(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    onLit(Math.min(count, Math.max(1, (lit ?? (step === 1 ? 0 : count + 1)) + step)));
  }

  return (
    <pre
      className="code"
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={props.label}
      onKeyDown={walk}
      onBlur={() => onLit(null)}
      onMouseOver={(event) => onLit(lineUnder(event.target))}
      onMouseLeave={() => onLit(null)}
    >
      <code>
        {Array.from({ length: count }, (_, index) => (
          <Line
            key={index}
            number={index + 1}
            html={'html' in lines ? lines.html[index] : undefined}
            text={'text' in lines ? lines.text[index] : undefined}
            mark={marks[index + 1]}
            wrong={wrong.get(index + 1)}
            lit={lit === index + 1}
          />
        ))}
      </code>
    </pre>
  );
});

interface LineProps {
  number: number;
  html: string | undefined;
  text: string | undefined;
  mark: LineMark | undefined;
  wrong: Diagnostic['severity'] | undefined;
  lit: boolean;
}

/** The line end is part of the text, so that a copy and a browser without styles keep the lines. */
const Line = memo(function Line({ number, html, text, mark, wrong, lit }: LineProps) {
  const shared = {
    className: 'line',
    'data-line': number,
    'data-mark': mark,
    'data-wrong': wrong,
    'data-lit': lit || undefined,
  };
  return html === undefined ? (
    <span {...shared}>{`${text ?? ''}\n`}</span>
  ) : (
    <span {...shared} dangerouslySetInnerHTML={{ __html: `${html}\n` }} />
  );
});

function lineUnder(target: EventTarget): number | null {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
  return line === null ? null : Number(line.dataset['line']);
}
