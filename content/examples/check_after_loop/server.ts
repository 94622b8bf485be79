import { fromThread } from 'anyio';
import { MCPServer } from 'mcp';
import * as time from 'time';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const offline = new Set<string>();

function checkAfterLoop({ titles }: { titles: string[] }) {
  offline.add('search');
  try {
    for (const title of titles) {
      indexBook(title);
    }
    fromThread.checkCancelled();
    return `Indexed ${titles.length} books.`;
  } finally {
    offline.delete('search');
  }
}

mcp.tool(
  'check_after_loop',
  {
    description: 'Take search offline and index the books again, one by one.',
    inputSchema: { titles: z.array(z.string()) },
  },
  checkAfterLoop,
);

function indexBook(title: string) {
  time.sleep(1); // one book's worth of work, without an await
}
