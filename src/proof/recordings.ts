import { claims } from '../../content/claims.ts';
import { recordingOf, type Recording } from '../../playground/index.ts';

const files = import.meta.glob<Recording>('../../content/recordings/*/*.json', {
  import: 'default',
});
const pathOf = (name: string) => `../../content/recordings/${name}.json`;

/** The recordings that cases of claims were recorded in, by name: what the site serves of them. */
export const recorded: readonly string[] = [
  ...new Set(
    claims.flatMap(({ cases }) =>
      cases.flatMap((facts) => facts.on.flatMap((on) => recordingOf(facts, on) ?? [])),
    ),
  ),
].filter((name) => pathOf(name) in files);

export const recordingNamed = (name: string): Promise<Recording> => files[pathOf(name)]!();
