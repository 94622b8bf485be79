import { moveOnAfter, sleep } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const holds = new Set<string>();

async function innerShieldOutlastsOuter({ title }: { title: string }) {
  holds.add(title);
  try {
    await takePayment(title);
    return `Ordered '${title}'.`;
  } finally {
    await moveOnAfter(0.3, { shield: true }, async () => {
      await moveOnAfter(5, { shield: true }, async () => {
        await slowStep();
      });
      await releaseHold(title);
    });
  }
}

mcp.tool(
  'inner_shield_outlasts_outer',
  {
    description:
      'Order a book; a slow step of its cleanup has a longer limit than the cleanup itself.',
    inputSchema: { title: z.string() },
  },
  innerShieldOutlastsOuter,
);

async function takePayment(title: string) {
  await sleep(30); // the customer types a card number
}

async function releaseHold(title: string) {
  await sleep(0.1); // a round trip to the stock system
  holds.delete(title);
}

async function slowStep() {
  await sleep(1);
}
