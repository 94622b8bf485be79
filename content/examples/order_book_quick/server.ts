import { moveOnAfter, sleep } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const holds = new Set<string>();

async function orderBook({ title }: { title: string }) {
  holds.add(title);
  try {
    await takePayment(title);
    return `Ordered '${title}'.`;
  } finally {
    await moveOnAfter(5, { shield: true }, async () => {
      await releaseHold(title);
    });
  }
}

mcp.tool(
  'order_book',
  {
    description: 'Set a copy of a book aside while the customer pays.',
    inputSchema: { title: z.string() },
  },
  orderBook,
);

async function takePayment(title: string) {
  await sleep(0.3); // the customer pays by phone
}

async function releaseHold(title: string) {
  await sleep(0.1); // a round trip to the stock system
  holds.delete(title);
}
