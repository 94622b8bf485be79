/**
 * Where a file of `py/` lies under site-packages: the stand-ins of `py/shims` are packages of their own, all
 * else is the package `afterstop`.
 */
export const sitePath = (path: string): string =>
  path.startsWith('shims/') ? path.slice('shims/'.length) : `afterstop/${path}`;
