/** Requests that see what was edited before they were sent. */
import type { FolderEdits } from '../kernel/folder-edits.ts';
import type { Handler } from './server/server.ts';

/**
 * A handler whose requests begin behind the reports of edits that came before them. The operating system reports the edit first,
 * but hands out the events of a moment in any order, so a request waits for the end of the turn of the event loop that brings it.
 * A request whose connection has ended by then is not begun.
 */
export function afterEdits(edits: Pick<FolderEdits, 'known'>, handle: Handler): Handler {
  return async (request, response, closing) => {
    await edits.known();
    if (request.destroyed) return;
    await handle(request, response, closing);
  };
}
