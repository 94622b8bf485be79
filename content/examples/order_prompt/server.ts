import { moveOnAfter, sleep } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const holds = new Set<string>();

async function orderPrompt({ title }: { title: string }) {
  holds.add(title);
  try {
    await takePayment(title);
    return `Thank the customer for '${title}'.`;
  } finally {
    await moveOnAfter(5, { shield: true }, async () => {
      await releaseHold(title);
    });
  }
}

mcp.prompt(
  'order_prompt',
  {
    description: 'A thank-you note to write once the book is paid.',
    argsSchema: { title: z.string() },
  },
  orderPrompt,
);

async function takePayment(title: string) {
  await sleep(30); // the customer types a card number
}

async function releaseHold(title: string) {
  await sleep(0.1); // a round trip to the stock system
  holds.delete(title);
}
