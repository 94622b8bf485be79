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

/** Fetch all that a search needs, so that it answers at once, and also when the network is gone by then. */
export async function warm(): Promise<void> {
  const pagefind = await load();
  const { results } = await pagefind.search(null);
  await Promise.all([pagefind.preload('a'), ...results.map((result) => result.data())]);
}

/** The pages that hold the words, best first. */
export async function find(query: string): Promise<FoundPage[]> {
  const { results } = await (await load()).search(query);
  return Promise.all(results.slice(0, 5).map((result) => result.data()));
}
