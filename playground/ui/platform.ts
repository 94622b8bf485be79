/** Keys have other names on Apple's systems. Only in a browser. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The main pointer is a finger, which Monaco does not support. Only in a browser. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;
