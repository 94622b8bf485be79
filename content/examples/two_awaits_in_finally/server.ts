import { sleep } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const holds = new Set<string>();

async function twoAwaitsInFinally({ title }: { title: string }) {
  holds.add(title);
  try {
    await takePayment(title);
    return `Ordered '${title}'.`;
  } finally {
    try {
      await releaseHold(title);
    } finally {
      await writeAuditLine(title);
    }
  }
}

mcp.tool(
  'two_awaits_in_finally',
  {
    description: 'Order a book; release the hold and write it down, both without a shield.',
    inputSchema: { title: z.string() },
  },
  twoAwaitsInFinally,
);

async function takePayment(title: string) {
  await sleep(30); // the customer types a card number
}

async function releaseHold(title: string) {
  await sleep(0.1); // a round trip to the stock system
  holds.delete(title);
}

async function writeAuditLine(title: string) {
  await sleep(0.1);
}
