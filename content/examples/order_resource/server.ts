import { moveOnAfter, sleep } from 'anyio';
import { MCPServer } from 'mcp';

const mcp = new MCPServer('Bookshop');
const holds = new Set<string>();

async function orderResource({ title }: { title: string }) {
  holds.add(title);
  try {
    await takePayment(title);
    return `Paid: '${title}'.`;
  } finally {
    await moveOnAfter(5, { shield: true }, async () => {
      await releaseHold(title);
    });
  }
}

mcp.resource(
  'order://{title}',
  { description: 'The receipt, once the book is paid.' },
  orderResource,
);

async function takePayment(title: string) {
  await sleep(30); // the customer types a card number
}

async function releaseHold(title: string) {
  await sleep(0.1); // a round trip to the stock system
  holds.delete(title);
}
