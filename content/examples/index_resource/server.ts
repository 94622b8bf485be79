import { fromThread } from 'anyio';
import { MCPServer } from 'mcp';
import * as time from 'time';

const mcp = new MCPServer('Bookshop');
const offline = new Set<string>();
const COPIES = 3;

function indexResource({ title }: { title: string }) {
  offline.add('search');
  try {
    for (let copy = 0; copy < COPIES; copy++) {
      fromThread.checkCancelled();
      indexBook(title);
    }
    return `All copies of '${title}' are indexed.`;
  } finally {
    offline.delete('search');
  }
}

mcp.resource(
  'index://{title}',
  { description: "A book's entry in the index, once each of its copies is indexed." },
  indexResource,
);

function indexBook(title: string) {
  time.sleep(1); // one copy's worth of work, without an await
}
