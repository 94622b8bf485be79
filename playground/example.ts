import type { Call, Language } from './engines/engine.ts';

/** A program of the guide, with the run that shows its point. `content/examples/<name>/` holds its files. */
export interface Example {
  /** The folder's name: `order_book`. */
  name: string;
  /** The heading that it stands under in the gallery, a list to choose from. */
  group: string;
  /** As a reader would name it. */
  title: string;
  /** One sentence: what to look for. */
  summary: string;
  sources: Record<Language, string>;
  call: Omit<Call, 'read_timeout_seconds' | 'at'>;
  /** Seconds after which the recorded client stops; where a figure's virtual run stops too. Null: it waits. */
  stopAt: number | null;
  /** The Timeout button's first value, in seconds. */
  timeout: number;
  /** The native recording behind the static picture: `stdio-modern/order_book.stop`; null without one. */
  recording: string | null;
}
