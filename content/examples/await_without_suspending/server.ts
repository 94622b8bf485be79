import { sleep } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const holds = new Set<string>();

async function awaitWithoutSuspending({ title }: { title: string }) {
  holds.add(title);
  try {
    await takePayment(title);
    return `Ordered '${title}'.`;
  } finally {
    await notify(title);
    await sleep(0);
  }
}

mcp.tool(
  'await_without_suspending',
  {
    description:
      'Order a book; its cleanup awaits a function that has nothing to wait for, then gives way.',
    inputSchema: { title: z.string() },
  },
  awaitWithoutSuspending,
);

async function takePayment(title: string) {
  await sleep(30); // the customer types a card number
}

async function notify(title: string) {
  holds.delete(title); // no await: it never waits
}
