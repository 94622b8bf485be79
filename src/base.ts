/** Where the site begins, with a slash at its end. */
export const base = import.meta.env.BASE_URL.replace(/\/?$/, '/');
