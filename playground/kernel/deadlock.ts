/** Every task waits, and nothing is left that could end a wait. */
export class DeadlockError extends Error {
  override readonly name = 'DeadlockError';

  constructor(tasks: readonly { name: string; waitingFor: string | null }[]) {
    const waits = tasks.map((task) => `${task.name} (${task.waitingFor ?? 'ready'})`);
    super(`every task waits and no timer is set: ${waits.join(', ')}`);
  }
}
