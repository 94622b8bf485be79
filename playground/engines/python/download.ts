import sizes from './built/sizes.json';

/** What a first start of Python fetches, in bytes: all of it is compressed, so that any host serves as much. */
export const DOWNLOAD = Object.values(sizes).reduce((sum, size) => sum + size, 0);

/** The page's cache of what a warm start needs. */
export const KEPT = 'afterstop-python';
