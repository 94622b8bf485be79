import { CancelScope } from '../../kernel/index.ts';

/** A scope of the engine itself, round a call or a request: no part of the program, so not in its trace. */
export class OwnScope extends CancelScope {}
