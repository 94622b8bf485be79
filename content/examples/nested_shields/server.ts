import { moveOnAfter, sleep, sleepForever } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const holds = new Set<string>();

async function nestedShields({ title }: { title: string }) {
  holds.add(title);
  try {
    await takePayment(title);
    return `Ordered '${title}'.`;
  } finally {
    await moveOnAfter(5, { shield: true }, async () => {
      await moveOnAfter(0.3, { shield: true }, async () => {
        await slowStep();
      });
      await releaseHold(title);
    });
  }
}

mcp.tool(
  'nested_shields',
  {
    description: 'Order a book; one step of its cleanup has a limit of its own.',
    inputSchema: { title: z.string() },
  },
  nestedShields,
);

async function takePayment(title: string) {
  await sleep(30); // the customer types a card number
}

async function releaseHold(title: string) {
  await sleep(0.1); // a round trip to the stock system
  holds.delete(title);
}

async function slowStep() {
  await sleepForever();
}
