/**
 * How often a case is played before it counts as failed. Computing takes no virtual time at first, but real time
 * counts in the end: on a busy machine an event may come late by chance. A false claim fails every time.
 */
export const TRIES = 3;
