/**
 * Joins the pieces of chunked request bodies. `node:http` creates a Buffer for each chunk and keeps it until the body
 * is read. For chunks of one byte that takes a hundred times their bytes, even if nobody reads the body yet.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { areTiny, type ByteCollector, createByteCollector } from '../kernel/byte-collector.ts';

/** Marks a request whose body was discarded, possibly before anybody reads it. */
const GIVEN_UP = Symbol('given up');

/** Emitted by a request whose body is discarded because its chunks are tiny on average. The body then never ends. */
export const TINY_PIECES = 'tinyPieces';

/** Whether the body of a request was discarded. */
export function hasTinyPieces(request: IncomingMessage): boolean {
  return Object.hasOwn(request, GIVEN_UP);
}

/** Pieces of a chunked body that come with one read of the connection are passed on as one. Call it before any of the body has come. */
export function joinPieces(request: IncomingMessage, response: ServerResponse): void {
  if (request.socket.destroyed) return;
  const push = request.push.bind(request);
  let joined: ByteCollector | undefined;
  let pieces = 0;
  let bytes = 0;
  let ended = false;
  const flush = (): void => {
    const ready = joined?.bytes();
    joined = undefined;
    if (ready !== undefined && !ended) push(ready);
  };
  const giveUp = (): boolean => {
    joined = undefined;
    ended = true;
    Object.assign(request, { [GIVEN_UP]: true });
    // The rest of the body is never read, so nothing can follow it.
    response.shouldKeepAlive = false;
    request.emit(TINY_PIECES);
    return false;
  };
  request.push = (piece: Buffer | null): boolean => {
    if (ended) return false;
    if (piece === null) {
      flush();
      ended = true;
      return push(null);
    }
    pieces += 1;
    bytes += piece.length;
    if (areTiny(pieces, bytes)) return giveUp();
    if (joined === undefined) {
      joined = createByteCollector(Number.MAX_SAFE_INTEGER);
      process.nextTick(flush);
    }
    joined.add(piece);
    return request.readableLength + joined.size() < request.readableHighWaterMark;
  };
}
