import type { Claim, Proofs, ProvenClaim } from '../../../content/claims.ts';
import { figuresIn, type Quoted } from './figures.ts';
import { sentencesOf, type Sentence } from './sentences.ts';
import { askToLook, reworded } from './wording.ts';

export interface Guide {
  /** The file's name, for the messages. */
  file: string;
  mdx: string;
  claims: readonly Claim[];
  proofs: Proofs;
  /** Of the claims and programs as they are now. */
  digest: string;
}

/** Why the guide may not be published: a sentence each, with its place and what to do; none: it may. */
export function faultsOf({ file, mdx, claims, proofs, digest }: Guide): string[] {
  const sentences = sentencesOf(mdx);
  const at = ({ line, text }: Sentence) => `${file}:${line} “${shortened(text)}”`;
  return [
    ...sentences
      .filter(isBare(claims))
      .map(
        (one) =>
          `${at(one)} has neither a claim nor a mark that it claims nothing: put it into <Claim id="…"> or <NoClaim>.`,
      ),
    ...idFaults(sentences, claims, file),
    ...reworded(claims, mdx).map(askToLook),
    ...claims.flatMap(emptyFaults),
    ...(proofs.digest === digest
      ? claims.flatMap((claim) => runFaults(claim, proofs))
      : ['content/proofs.json was made of other claims or programs: npm run verify:docs.']),
    ...sentences.flatMap((one) =>
      figuresIn(one.text)
        .filter((figure) => !isMeasured(figure, one, proofs))
        .map(
          (figure) =>
            `${at(one)} quotes ${figure.text}, and no run of ${one.claims.length === 0 ? 'a claim' : `“${one.claims.join('”, “')}”`} shows that.`,
        ),
    ),
  ];
}

/** A sentence that leads to a claim by a link stands on that claim. */
const isBare =
  (claims: readonly Claim[]) =>
  ({ heading, silent, claims: own, links }: Sentence): boolean =>
    !heading &&
    !silent &&
    own.length === 0 &&
    !links.some((id) => claims.some((claim) => claim.id === id));

function idFaults(
  sentences: readonly Sentence[],
  claims: readonly Claim[],
  file: string,
): string[] {
  const onPage = new Set(sentences.flatMap((sentence) => sentence.claims));
  const known = new Set(claims.map(({ id }) => id));
  return [
    ...[...onPage]
      .filter((id) => !known.has(id))
      .map((id) => `${file} marks a claim “${id}” that content/claims does not have.`),
    ...[...known]
      .filter((id) => !onPage.has(id))
      .map((id) => `No sentence of ${file} makes the claim “${id}”.`),
    ...claims
      .filter(({ id }, index) => claims.findIndex((one) => one.id === id) < index)
      .map(({ id }) => `Two claims are called “${id}”.`),
  ];
}

function emptyFaults({ id, cases, brokenBy }: Claim): string[] {
  if (cases.length === 0) return [`The claim “${id}” has no case.`];
  if (brokenBy.length === 0)
    return [`The claim “${id}” names no mutation that breaks it: npm run verify:claims.`];
  return cases.flatMap(({ on, events, absent = [] }, index) => {
    const name = `Case ${index + 1} of the claim “${id}”`;
    if (on.length === 0) return [`${name} names no transport: nothing runs.`];
    const decides = [...events, ...absent].some((seen) => seen.decides);
    return decides ? [] : [`${name} names no event that decides it.`];
  });
}

function runFaults({ id, cases }: Claim, proofs: Proofs): string[] {
  const proven = proofs.claims.find((one) => one.id === id);
  if (!proven) return [`Nothing was run for the claim “${id}”: npm run verify:docs.`];
  return cases.flatMap(({ on }, index) => {
    const runs = proven.cases[index]?.runs;
    return (['typescript', 'python'] as const).flatMap((language) =>
      on.flatMap((transport) => {
        const name = `Case ${index + 1} of the claim “${id}”, ${language} over ${transport},`;
        switch (runs?.[language][transport]) {
          case 'holds':
            return [];
          case 'fails':
            return [`${name} does not hold.`];
          case undefined:
            return [`${name} was not run: npm run verify:docs.`];
        }
      }),
    );
  });
}

function isMeasured(figure: Quoted, { claims: ids, heading }: Sentence, proofs: Proofs): boolean {
  switch (figure.kind) {
    case 'protocol':
      return Object.values(proofs.protocols).includes(figure.text);
    case 'version':
      return Object.values(proofs.engines).some(({ sdk, runtime, anyio }) =>
        [sdk, runtime, anyio ?? ''].some((text) => text.split(' ').includes(figure.text)),
      );
    case 'code':
    case 'seconds': {
      // A heading, and code in it, names what the claims below it show.
      const own = (claim: ProvenClaim) => heading || ids.length === 0 || ids.includes(claim.id);
      return proofs.claims.some(
        (claim) => own(claim) && claim.figures[figure.text] === figure.value,
      );
    }
  }
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
