import { createTaskGroup, sleep } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');

async function twoChildren({ title }: { title: string }) {
  await createTaskGroup(async (tg) => {
    tg.startSoon(child1);
    tg.startSoon(child2);
  });
  return 'Packed.';
}

mcp.tool(
  'two_children',
  {
    description: 'Wrap a book and print its label, both at once.',
    inputSchema: { title: z.string() },
  },
  twoChildren,
);

async function child1() {
  await sleep(30);
}

async function child2() {
  await sleep(30);
}
