import { sleep } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');

async function findBook({ title }: { title: string }) {
  await sleep(2); // the catalogue answers
  return `'${title}' is on shelf 7.`;
}

mcp.tool(
  'find_book',
  { description: 'Say where a book stands.', inputSchema: { title: z.string() } },
  findBook,
);
