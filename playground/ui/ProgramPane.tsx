import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Diagnostic, Language } from '../engines/engine.ts';
import { CodePane, type CodePaneHandle } from './CodePane.tsx';
import { panelProps } from './LanguageTabs.tsx';
import type { LineMarks } from './lineMarks.ts';
import { Problems } from './Notice.tsx';
import { problemsOf, type FigureModel } from './useFigure.ts';
import type { Lit } from './useLit.ts';

export interface ProgramPaneProps {
  /** Of the language tabs that this is a panel of. */
  tabs: string;
  language: Language;
  figure: FigureModel;
  /** The program's name. */
  name: string;
  label: string;
  /** A text that was highlighted at build time, and its lines as HTML. */
  highlighted: { source: string; lines: readonly string[] };
  marks: LineMarks;
  lit: Lit;
  /** The reader wants to type. */
  editing: boolean;
  /** Counts the times the reader asked for the editor. */
  asked: number;
  onEscape(): void;
  /** Undefined where the page's styles show the program of the reader's language. */
  hidden?: boolean;
  className?: string;
  /** What stands below the program. */
  children?: ReactNode;
}

/** The program in one language, with what is wrong in it: the panel of that language's tab. */
export function ProgramPane(props: ProgramPaneProps) {
  const { language, figure, lit, children } = props;
  const code = useRef<CodePaneHandle>(null);
  const [found, setFound] = useState(none);
  const { diagnostics } = figure.snapshots[language];
  const problems = useMemo(() => problemsOf(diagnostics, found), [diagnostics, found]);
  const { light } = lit;
  const onLit = useCallback((line: number | null) => light(language, line), [light, language]);

  return (
    <div
      className={['figure-code', props.className].filter(Boolean).join(' ')}
      hidden={props.hidden}
      {...panelProps(props.tabs, language)}
    >
      <CodePane
        ref={code}
        name={props.name}
        label={props.label}
        language={language}
        source={figure.sources[language]}
        revision={figure.revisions[language]}
        highlighted={props.highlighted}
        marks={props.marks}
        diagnostics={diagnostics}
        lit={lit.in(language)}
        onLit={onLit}
        editing={props.editing}
        asked={props.asked}
        onChange={figure.actions.edit}
        onProblems={setFound}
        onEscape={props.onEscape}
      />
      <Problems
        problems={problems}
        onGoTo={({ line, column }) => code.current?.goTo(line, column)}
      />
      {children}
    </div>
  );
}

const none: Diagnostic[] = [];
