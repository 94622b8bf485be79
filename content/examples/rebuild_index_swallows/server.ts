import { Cancelled, fromThread } from 'anyio';
import { MCPServer } from 'mcp';
import * as time from 'time';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const offline = new Set<string>();

function rebuildIndexSwallows({ titles }: { titles: string[] }) {
  offline.add('search');
  try {
    for (const title of titles) {
      try {
        fromThread.checkCancelled();
      } catch (error) {
        if (!(error instanceof Cancelled)) throw error;
      }
      indexBook(title);
    }
    return `Indexed ${titles.length} books.`;
  } finally {
    offline.delete('search');
  }
}

mcp.tool(
  'rebuild_index_swallows',
  {
    description: 'Take search offline and index the books again, whatever the checks say.',
    inputSchema: { titles: z.array(z.string()) },
  },
  rebuildIndexSwallows,
);

function indexBook(title: string) {
  time.sleep(1); // one book's worth of work, without an await
}
