import { MCPServer } from 'mcp';
import * as time from 'time';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const offline = new Set<string>();

function neverAsks({ titles }: { titles: string[] }) {
  offline.add('search');
  try {
    for (const title of titles) {
      indexBook(title);
    }
    return `Indexed ${titles.length} books.`;
  } finally {
    offline.delete('search');
  }
}

mcp.tool(
  'never_asks',
  {
    description: 'Take search offline and index the books again, one by one.',
    inputSchema: { titles: z.array(z.string()) },
  },
  neverAsks,
);

function indexBook(title: string) {
  time.sleep(1); // one book's worth of work, without an await
}
