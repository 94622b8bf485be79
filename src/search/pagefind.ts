import type { FoundPage } from './sections.ts';

interface Pagefind {
  init(): Promise<void>;
  options(options: { excerptLength: number }): Promise<void>;
  preload(term: string): Promise<void>;
  /** Null stands for every page. */
  search(term: string | null): Promise<{ results: { data(): Promise<FoundPage> }[] }>;
}

let loading: Promise<Pagefind> | null = null;

/** The search engine and its index, fetched once; a failed fetch is tried again the next time. */
function load(): Promise<Pagefind> {
  loading ??= start().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function start(): Promise<Pagefind> {
  const address = `${import.meta.env.BASE_URL.replace(/\/$/, '')}/pagefind/pagefind.js`;
  const pagefind = (await import(/* @vite-ignore */ address)) as Pagefind;
  await pagefind.options({ excerptLength: 18 });
  await pagefind.init();
  return pagefind;
}

let warming: Promise<void> | null = null;

/** Fetch all that a search needs, so that it answers at once, and also when the network is gone by then. */
export function warm(): Promise<void> {
  warming ??= fetchAll().catch((error: unknown) => {
    warming = null;
    throw error;
  });
  return warming;
}

async function fetchAll(): Promise<void> {
  const pagefind = await load();
  const { results } = await pagefind.search(null);
  await Promise.all([pagefind.preload('a'), ...results.map((result) => result.data())]);
}

/**
 * The pages that hold the words, best first. Pagefind finds nothing while it still fetches its index for
 * another call, so this waits for that to end.
 */
export async function find(query: string): Promise<FoundPage[]> {
  await warm();
  const { results } = await (await load()).search(query);
  return Promise.all(results.slice(0, 5).map((result) => result.data()));
}
