import MonacoEditor from '@monaco-editor/react';
import { useEffect, useId, useImperativeHandle, useMemo, useRef, type Ref } from 'react';
import type { Diagnostic, Language } from '../engines/engine.ts';
import type { LineMarks } from './lineMarks.ts';
import { monaco, themeOf } from './monaco.ts';
import { usePageTheme } from './usePageTheme.ts';

type CodeEditor = monaco.editor.IStandaloneCodeEditor;

export interface EditorProps {
  /** The program's name. */
  name: string;
  label: string;
  language: Language;
  source: string;
  /** Counts the times the text was set by something else than typing: Monaco takes it over then, undoably. */
  revision: number;
  onChange(source: string): void;
  marks: LineMarks;
  lit: number | null;
  onLit(line: number | null): void;
  /** What the engine found wrong with this text. */
  diagnostics: readonly Diagnostic[];
  /** What the editor itself finds wrong, whenever that changes; it knows TypeScript only. */
  onProblems(problems: Diagnostic[]): void;
  onEscape(): void;
  onReady(): void;
  ref: Ref<EditorHandle>;
}

export interface EditorHandle {
  /** Put the cursor there (from 1), in view, and the focus into the editor. */
  goTo(line: number, column: number): void;
  focus(): void;
}

/** An open list or field of the editor, which Escape closes before it leaves the editor. */
const nothingOpen = [
  'suggestWidgetVisible',
  'parameterHintsVisible',
  'findWidgetVisible',
  'renameInputVisible',
  'inSnippetMode',
  'editorHasMultipleSelections',
]
  .map((context) => `!${context}`)
  .join(' && ');

/** The metrics are those of the static code (`.code` in figure.css), so that nothing jumps. */
const options: monaco.editor.IStandaloneEditorConstructionOptions & Record<string, unknown> = {
  // The flat name reaches the model as well, which is made before the editor.
  'bracketPairColorization.enabled': false,
  fontSize: 12.5,
  lineHeight: 21,
  fontFamily: 'var(--pg-mono)',
  fontLigatures: false,
  minimap: { enabled: false },
  folding: false,
  glyphMargin: false,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 14,
  padding: { top: 14, bottom: 14 },
  scrollBeyondLastLine: false,
  scrollbar: {
    alwaysConsumeMouseWheel: false,
    verticalScrollbarSize: 8,
    horizontalScrollbarSize: 8,
  },
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  renderLineHighlight: 'none',
  guides: { indentation: false },
  stickyScroll: { enabled: false },
  fixedOverflowWidgets: true,
  accessibilitySupport: 'auto',
};

const ending: Record<Language, string> = { python: 'py', typescript: 'ts' };
const indent: Record<Language, number> = { python: 4, typescript: 2 };

/** Monaco over the static code. A default export, because it is only ever imported on demand. */
export default function Editor(props: EditorProps) {
  const editor = useRef<CodeEditor | null>(null);
  const decorations = useRef<monaco.editor.IEditorDecorationsCollection | null>(null);
  const id = useId().replace(/\W/g, '');
  const page = usePageTheme();
  const theme = useMemo(() => themeOf(page), [page]);
  // Monaco's listeners are made once and must see the callbacks of the last drawing.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useImperativeHandle(props.ref, () => ({
    goTo(line, column) {
      editor.current?.setPosition({ lineNumber: line, column });
      editor.current?.revealLineInCenterIfOutsideViewport(line);
      editor.current?.focus();
    },
    focus: () => editor.current?.focus(),
  }));

  // Never on typing: a drawing that comes late would put an earlier text over what was typed since.
  useEffect(() => {
    const model = editor.current?.getModel();
    if (!model || model.getValue() === latest.current.source) return;
    editor.current?.pushUndoStop();
    editor.current?.executeEdits('figure', [
      { range: model.getFullModelRange(), text: latest.current.source },
    ]);
    editor.current?.pushUndoStop();
  }, [props.revision]);

  useEffect(() => {
    decorations.current?.set(decorate(props.marks, props.lit));
  }, [props.marks, props.lit]);

  useEffect(() => {
    const model = editor.current?.getModel();
    if (model) monaco.editor.setModelMarkers(model, 'engine', props.diagnostics.map(marker));
  }, [props.diagnostics]);

  function mounted(made: CodeEditor) {
    editor.current = made;
    decorations.current = made.createDecorationsCollection(decorate(props.marks, props.lit));
    const model = made.getModel();
    if (model) monaco.editor.setModelMarkers(model, 'engine', props.diagnostics.map(marker));
    made.addAction({
      id: 'figure.leave',
      label: 'Leave the editor',
      keybindings: [monaco.KeyCode.Escape],
      precondition: nothingOpen,
      run() {
        made.updateOptions({ tabFocusMode: true });
        latest.current.onEscape();
      },
    });
    made.onDidBlurEditorText(() => made.updateOptions({ tabFocusMode: false }));
    made.onMouseMove(({ target }) => latest.current.onLit(target.position?.lineNumber ?? null));
    made.onMouseLeave(() => latest.current.onLit(null));
    latest.current.onReady();
  }

  return (
    <MonacoEditor
      path={`file:///${props.name}-${id}.${ending[props.language]}`}
      language={props.language}
      defaultValue={props.source}
      theme={theme}
      options={{ ...options, tabSize: indent[props.language], ariaLabel: props.label }}
      loading={null}
      onMount={mounted}
      onChange={(value) => latest.current.onChange(value ?? '')}
      onValidate={(markers) => latest.current.onProblems(problemsOf(markers))}
    />
  );
}

function decorate(marks: LineMarks, lit: number | null): monaco.editor.IModelDeltaDecoration[] {
  const line = (number: number, className: string) => ({
    range: new monaco.Range(number, 1, number, 1),
    options: { isWholeLine: true, className, marginClassName: className },
  });
  const marked = Object.entries(marks).map(([number, mark]) => line(+number, `mark-${mark}`));
  return lit === null ? marked : [...marked, line(lit, 'mark-lit')];
}

const marker = (diagnostic: Diagnostic): monaco.editor.IMarkerData => ({
  severity:
    diagnostic.severity === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
  message: diagnostic.message,
  startLineNumber: diagnostic.line,
  startColumn: diagnostic.column,
  endLineNumber: diagnostic.line,
  endColumn: diagnostic.column + 1,
});

const problemsOf = (markers: monaco.editor.IMarker[]): Diagnostic[] =>
  markers
    .filter(
      ({ owner, severity }) => owner !== 'engine' && severity >= monaco.MarkerSeverity.Warning,
    )
    .map((found) => ({
      line: found.startLineNumber,
      column: found.startColumn,
      message: found.message,
      severity: found.severity === monaco.MarkerSeverity.Error ? 'error' : 'warning',
    }));
