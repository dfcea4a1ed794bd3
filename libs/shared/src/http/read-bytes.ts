/** Reads the body of a request into one buffer. */
import type { IncomingMessage } from 'node:http';
import { createByteCollector, type Unreadable, UnreadableBytes } from '../kernel/byte-collector.ts';
import { hasTinyPieces, TINY_PIECES } from './join-pieces.ts';

/** Why a body can't be read: `ended` early, or see `Unreadable`. */
export type BodyFailure = Unreadable | 'ended';

/**
 * Stops reading at the first byte too many.
 * @param most bytes
 * @returns the body; or why it can't be read
 */
export function readBytes(request: IncomingMessage, most: number): Promise<Buffer | BodyFailure> {
  if (Number(request.headers['content-length'] ?? 0) > most) return Promise.resolve('too_large');
  if (request.headers['transfer-encoding'] !== undefined && hasTinyPieces(request))
    return Promise.resolve('tiny_pieces');
  if (request.destroyed) return Promise.resolve('ended');
  const collected = createByteCollector(most);
  return new Promise((resolve) => {
    const settle = (outcome: Buffer | BodyFailure): void => {
      request.off('data', take).off('end', finish).off('close', finish).off(TINY_PIECES, giveUp);
      // Pause an abandoned request's connection, which the response then closes.
      if (!Buffer.isBuffer(outcome)) request.pause();
      resolve(outcome);
    };
    const take = (piece: Buffer): void => {
      try {
        collected.add(piece);
      } catch (error) {
        settle(error instanceof UnreadableBytes ? error.why : 'ended');
      }
    };
    const finish = (): void => settle(request.complete ? collected.bytes() : 'ended');
    const giveUp = (): void => settle('tiny_pieces');
    // Without a listener an error would end the process; `close` follows it.
    request.on('error', () => undefined);
    request.on('data', take).once('end', finish).once('close', finish).once(TINY_PIECES, giveUp);
  });
}
