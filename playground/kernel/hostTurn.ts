/**
 * Let the host have a turn, then go on: it hears messages, fires its timers, paints. Promise callbacks
 * alone would not do, as they all run before the host gets a word in.
 *
 * Node's `setImmediate` comes first where it exists, because an open MessagePort keeps a Node process
 * alive. In a browser a message to oneself is the shortest turn; timers are held back to 4 ms there.
 *
 * What goes on is a microtask of that turn. V8 writes down the place of every throw that the host might have
 * to report, caught or not; it does so in what the host calls, and not in a microtask.
 */
export const hostTurn = (then: () => void): void => turn(() => queueMicrotask(then));

const turn = chooseTurn();

function chooseTurn(): (then: () => void) => void {
  if (typeof setImmediate === 'function') return (then) => void setImmediate(then);
  if (typeof MessageChannel === 'function') return byMessage();
  return (then) => void setTimeout(then, 0);
}

function byMessage(): (then: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (then) => {
    waiting.push(then);
    port2.postMessage(null);
  };
}
