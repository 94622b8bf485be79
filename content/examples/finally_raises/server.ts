import { sleep } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const holds = new Set<string>();

async function finallyRaises({ title }: { title: string }) {
  holds.add(title);
  try {
    await takePayment(title);
    return `Ordered '${title}'.`;
  } finally {
    throw new Error('stock system is down');
  }
}

mcp.tool(
  'finally_raises',
  {
    description: 'Order a book; its cleanup fails.',
    inputSchema: { title: z.string() },
  },
  finallyRaises,
);

async function takePayment(title: string) {
  await sleep(30); // the customer types a card number
}
