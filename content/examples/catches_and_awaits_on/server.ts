import { Cancelled, sleep } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');

async function catchesAndAwaitsOn({ title }: { title: string }) {
  try {
    await takePayment(title);
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
  }
  await afterCatch();
  return `Ordered '${title}' anyway.`;
}

mcp.tool(
  'catches_and_awaits_on',
  {
    description: 'Order a book, whether or not somebody still waits for it.',
    inputSchema: { title: z.string() },
  },
  catchesAndAwaitsOn,
);

async function takePayment(title: string) {
  await sleep(30); // the customer types a card number
}

async function afterCatch() {
  await sleep(0.2);
}
