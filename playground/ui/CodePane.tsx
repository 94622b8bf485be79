import {
  memo,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type CSSProperties,
  type Ref,
} from 'react';
import type { Diagnostic, Language } from '../engines/engine.ts';
import { CodeView, type CodeViewHandle, type CodeViewProps } from './CodeView.tsx';
import type { EditorHandle, EditorProps } from './Editor.tsx';
import type { LineMarks } from './lineMarks.ts';
import { isApple, isTouch } from './platform.ts';

export interface CodePaneProps {
  /** The program's name. */
  name: string;
  label: string;
  language: Language;
  source: string;
  /** Counts the times the text was set by something else than typing. */
  revision: number;
  /** A text that was highlighted at build time, and its lines as HTML. */
  highlighted: { source: string; lines: readonly string[] };
  marks: LineMarks;
  diagnostics: readonly Diagnostic[];
  lit: number | null;
  onLit(line: number | null): void;
  /** The reader wants to type: the editor loads, and takes the static code's place when it is there. */
  editing: boolean;
  /** Counts the times the reader asked for the editor: each moves the focus into it. */
  asked: number;
  onChange(language: Language, source: string): void;
  onProblems(problems: Diagnostic[]): void;
  onEscape(): void;
  ref?: Ref<CodePaneHandle>;
}

export interface CodePaneHandle {
  /** Show a place of the program (from 1) and put the focus there. */
  goTo(line: number, column: number): void;
}

/** `static`: text only. `plain`: a text field, where Monaco cannot be used (touch) or had. */
type Mode = 'static' | 'loading' | 'monaco' | 'plain' | 'failed';

/** The server never edits, and its build leaves the editor and its styles out. */
const loadEditor = import.meta.env.SSR
  ? null
  : () => import('./Editor.tsx').then((module) => module.default);

/** The program: static and copyable until the editor is ready, and for good where that cannot be had. */
export const CodePane = memo(function CodePane(props: CodePaneProps) {
  const { source, highlighted, editing, asked } = props;
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | null>(null);
  const [mode, setMode] = useState<Mode>('static');
  const editor = useRef<EditorHandle>(null);
  const view = useRef<CodeViewHandle>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const touch = useSyncExternalStore(never, isTouch, () => false);

  useEffect(() => {
    if (!editing || mode !== 'static' || loadEditor === null) return;
    if (touch) return setMode('plain');
    setMode('loading');
    loadEditor().then(
      (loaded) => setEditor(() => loaded),
      () => setMode('failed'),
    );
  }, [editing, touch, mode]);

  useEffect(() => {
    if (asked === 0) return;
    if (mode === 'monaco') editor.current?.focus();
    if (mode === 'plain') text.current?.focus();
  }, [asked, mode]);

  useImperativeHandle(props.ref, () => ({
    goTo(line, column) {
      if (mode === 'monaco') editor.current?.goTo(line, column);
      else if (mode === 'plain') select(text.current, line, column);
      else view.current?.goTo(line);
    },
  }));

  const lines = useMemo<CodeViewProps['lines']>(
    () => (source === highlighted.source ? { html: highlighted.lines } : { text: split(source) }),
    [source, highlighted],
  );
  const change = (text: string) => props.onChange(props.language, text);
  const still = mode !== 'monaco' && mode !== 'plain';
  return (
    <div
      className="code-pane"
      data-mode={mode}
      style={{ '--lines': split(source).length } as CSSProperties}
    >
      {still && (
        <CodeView
          label={props.label}
          lines={lines}
          marks={props.marks}
          diagnostics={props.diagnostics}
          lit={props.lit}
          onLit={props.onLit}
          ref={view}
        />
      )}
      {Editor !== null && mode !== 'plain' && (
        <div className="code-editor" data-ready={mode === 'monaco'}>
          <Editor {...props} onChange={change} ref={editor} onReady={() => setMode('monaco')} />
        </div>
      )}
      {mode === 'plain' && (
        <textarea
          ref={text}
          className="code code-plain"
          aria-label={props.label}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          value={source}
          onChange={(event) => change(event.target.value)}
        />
      )}
      {mode === 'monaco' && (
        <p className="code-hint">
          To leave the editor: <kbd>Esc</kbd> then <kbd>Tab</kbd>, or{' '}
          <kbd>{isApple() ? '⌃⇧M' : 'Ctrl+M'}</kbd>
        </p>
      )}
      {mode === 'failed' && (
        <p className="code-hint" role="status">
          The editor could not be loaded. The program can still be run and copied.{' '}
          <button type="button" className="link" onClick={() => setMode('plain')}>
            Edit it as plain text
          </button>
        </p>
      )}
    </div>
  );
});

function select(text: HTMLTextAreaElement | null, line: number, column: number): void {
  if (text === null) return;
  const before = text.value.split('\n').slice(0, line - 1);
  const at = before.reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
  text.focus();
  text.setSelectionRange(at, at);
}

const split = (text: string): string[] => text.split('\n');
const never = () => () => {};
