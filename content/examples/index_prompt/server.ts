import { fromThread } from 'anyio';
import { MCPServer } from 'mcp';
import * as time from 'time';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const offline = new Set<string>();
const COPIES = 3;

function indexPrompt({ title }: { title: string }) {
  offline.add('search');
  try {
    for (let copy = 0; copy < COPIES; copy++) {
      fromThread.checkCancelled();
      indexBook(title);
    }
    return `Say that all copies of '${title}' are indexed.`;
  } finally {
    offline.delete('search');
  }
}

mcp.prompt(
  'index_prompt',
  {
    description: 'What to say of a book, once each of its copies is indexed.',
    argsSchema: { title: z.string() },
  },
  indexPrompt,
);

function indexBook(title: string) {
  time.sleep(1); // one copy's worth of work, without an await
}
