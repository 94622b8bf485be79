/**
 * Each script is fetched once a page; a fetch that failed is tried again by the next sandbox. Kept as a blob,
 * whose bytes are not copied on their way through the iframe to the worker.
 */
const scripts = new Map<string, Promise<Blob>>();

export function scriptOf(url: string): Promise<Blob> {
  const known = scripts.get(url);
  if (known) return known;
  const script = fetchScript(url);
  scripts.set(url, script);
  script.catch(() => scripts.delete(url));
  return script;
}

/**
 * By XMLHttpRequest, whose blobs the browser fills by itself: `fetch` passes every piece through the page's
 * own thread, which draws a figure for the first time just then.
 */
function fetchScript(url: string): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  const fail = (why: string) => reject(new Error(`The engine could not be fetched: ${why}.`));
  const request = new XMLHttpRequest();
  request.open('GET', url);
  request.responseType = 'blob';
  request.onload = () =>
    request.status === 200 ? resolve(request.response as Blob) : fail(`HTTP ${request.status}`);
  request.onerror = () => fail('the network is out of reach');
  request.send();
  return promise;
}
