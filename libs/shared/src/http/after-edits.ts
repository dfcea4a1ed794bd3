/** Requests that see all edits made before they were sent. */
import type { FolderEdits } from '../kernel/folder-edits.ts';
import type { Handler } from './server/server.ts';

/**
 * Delays a request until the file changes before it are known. The operating system reports a change first, but
 * delivers simultaneous events in any order, so a request waits for the end of its event loop turn. If its connection
 * has closed by then, the request is dropped.
 */
export function afterEdits(edits: Pick<FolderEdits, 'known'>, handle: Handler): Handler {
  return async (request, response, closing) => {
    await edits.known();
    if (request.destroyed) return;
    await handle(request, response, closing);
  };
}
