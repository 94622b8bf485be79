/** The only door of the playground: what the site's pages may use. */
export type { Language } from './engines/engine.ts';
export type { Example } from './example.ts';
export type { TraceEvent } from './trace/event.ts';
export { recordingOf } from './proof/index.ts';
export { fromRecording, type Recording } from './trace/recording.ts';
export { Figure, type FigureProps } from './ui/Figure.tsx';
export { Playground, type PlaygroundProps } from './ui/Playground.tsx';
export { SdkPair, type SdkPairProps } from './ui/SdkPair.tsx';
export { SwitchTable, type SwitchTableProps } from './ui/SwitchTable.tsx';
export { Timeline, type TimelineProps } from './ui/Timeline.tsx';
