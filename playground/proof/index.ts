/** Checks a run against a case of a claim. */
export { isDrawn, isSeen, isUnseen } from './match.ts';
export { layOver, NOT_COMPARED, recordingOf, type Overlay } from './overlay.ts';
export { judgeGuess, type Guess } from './predict.ts';
export { measure, prove, type Failure, type Proof } from './prove.ts';
export { scriptOf } from './script.ts';
export { TRIES } from './tries.ts';
export { happened, type Reason } from './words.ts';
