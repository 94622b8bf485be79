/**
 * The site's service worker: what was seen once can be read, and run, without a network.
 *
 * Files under `_astro/` are named after their content: what is kept of them is right for ever, and comes first.
 * Everything else comes from the network wherever there is one, and is kept for when there is none, so that
 * nobody is ever shown an old page while there is a new one. Python's own files are kept elsewhere, unpacked
 * (playground/engines/python/kept.ts). The sandbox that programs run in has an origin of its own, which no
 * service worker of the site reaches.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

/** The build; `integration.ts` writes it. */
const VERSION = '__VERSION__';
const PREFIX = 'afterstop-site-';
const CURRENT = PREFIX + VERSION;
/** A page of the build before may still be open, and ask for its parts. */
const GENERATIONS = 2;

const LARGE = /\.(bin|zip)$|\/pyodide[^/]*$/;

const isOurs = ({ origin, pathname }: URL): boolean =>
  origin === worker.location.origin && !LARGE.test(pathname);
const isHashed = ({ pathname }: URL): boolean => pathname.includes('/_astro/');

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CURRENT).then(() => worker.skipWaiting()));
});

/** The page that brought it goes on without it: through a worker, its first run would start the later. */
worker.addEventListener('activate', (event) => event.waitUntil(forgetOld()));

/** A page that this worker does not serve tells what it loads. */
worker.addEventListener('message', (event) => {
  const { seen } = event.data as { seen?: string[] };
  if (Array.isArray(seen)) event.waitUntil(Promise.all(seen.map((url) => keepSeen(url, event))));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || request.headers.has('range')) return;
  const url = new URL(request.url);
  if (!isOurs(url)) return;
  event.respondWith(isHashed(url) ? keptFirst(event) : networkFirst(event));
});

async function keptFirst(event: FetchEvent): Promise<Response> {
  return (await caches.match(event.request)) ?? fetchAndKeep(event.request, event);
}

async function networkFirst(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    return await fetchAndKeep(request, event);
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true });
    if (kept) return kept;
    if (request.mode === 'navigate') return notSeen();
    throw error;
  }
}

/** Nobody waits for the keeping: the event lives until that is done. */
async function fetchAndKeep(request: Request, event: ExtendableEvent): Promise<Response> {
  const response = await fetch(request);
  if (response.ok && response.type === 'basic' && !response.redirected) {
    const copy = response.clone();
    const kept = caches.open(CURRENT).then((cache) => cache.put(request, copy));
    // Storage may be full, or forbidden.
    event.waitUntil(kept.catch(() => {}));
  }
  return response;
}

async function keepSeen(address: string, event: ExtendableEvent): Promise<void> {
  const url = new URL(address, worker.location.href);
  url.hash = '';
  if (!isOurs(url) || (isHashed(url) && (await caches.match(url)))) return;
  // The browser has just loaded it.
  const cache = isHashed(url) ? 'force-cache' : 'default';
  await fetchAndKeep(new Request(url, { cache }), event).catch(() => {});
}

/** Caches are listed in the order in which they were made. */
async function forgetOld(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = ours.filter((name) => name !== CURRENT).slice(0, 1 - GENERATIONS);
  await Promise.all(old.map((name) => caches.delete(name)));
}

const notSeen = (): Response =>
  new Response(
    '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
      '<title>No network</title><p>The network is out of reach, and this page was not visited before.',
    { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
  );

export {};
