/**
 * How often a case is played that does not hold. Virtual time stands still while a program computes, but
 * only so long: on a machine with much else to do a run may come late, by chance. What is false stays so.
 */
export const TRIES = 3;
