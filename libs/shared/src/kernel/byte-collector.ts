/**
 * Bytes that arrive in pieces, copied into one buffer. A piece that is kept costs far more memory than its bytes, so a
 * body is limited by its bytes and by the average size of its pieces.
 */
import type { Readable } from 'node:stream';

/** Why bytes are not read on: there are too many, or their pieces are tiny on average. */
export type Unreadable = 'too_large' | 'tiny_pieces';

export class UnreadableBytes extends Error {
  override readonly name = 'UnreadableBytes';
  readonly why: Unreadable;

  constructor(why: Unreadable) {
    super(`Bytes are not read on: ${why}`);
    this.why = why;
  }
}

export interface ByteCollector {
  /** @throws UnreadableBytes */
  add(piece: Uint8Array): void;
  /** The received bytes. */
  bytes(): Buffer;
  size(): number;
}

/** Pieces that may have any size: a small body comes as its sender likes. */
const ANY_SIZE = 1024;
/** Minimum average size of a piece, bytes. Packets in slow networks have at least 500. */
const LEAST_AVERAGE = 64;
/** Bytes of the first buffer: a body that is announced and never comes costs no more. */
const FIRST = 4096;

/** Whether bytes came in pieces that are tiny on average. */
export function areTiny(pieces: number, bytes: number): boolean {
  return pieces > ANY_SIZE + bytes / LEAST_AVERAGE;
}

/** @param most bytes */
export function createByteCollector(most: number): ByteCollector {
  let buffer = Buffer.alloc(0);
  let size = 0;
  let pieces = 0;
  const grow = (needed: number): void => {
    if (needed <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.min(most, Math.max(needed, FIRST, buffer.length * 2)));
    buffer.copy(larger, 0, 0, size);
    buffer = larger;
  };
  return {
    add: (piece) => {
      pieces += 1;
      if (size + piece.length > most) throw new UnreadableBytes('too_large');
      if (areTiny(pieces, size + piece.length)) throw new UnreadableBytes('tiny_pieces');
      grow(size + piece.length);
      buffer.set(piece, size);
      size += piece.length;
    },
    bytes: () => buffer.subarray(0, size),
    size: () => size,
  };
}

/**
 * Reads a stream to its end. Listens for its pieces, because iterating would join waiting pieces, keeping them without
 * counting.
 * @param most bytes
 * @throws UnreadableBytes, after which the stream is destroyed, or the stream's own error
 */
export function collectBytes(stream: Readable, most: number): Promise<Buffer> {
  const collected = createByteCollector(most);
  return new Promise((resolve, reject) => {
    const take = (piece: Uint8Array): void => {
      try {
        collected.add(piece);
      } catch (error) {
        stream.off('data', take);
        stream.destroy(error as UnreadableBytes);
      }
    };
    stream.on('data', take);
    stream.once('error', reject);
    stream.once('end', () => resolve(collected.bytes()));
    // After its end, or an error, without effect.
    stream.once('close', () => reject(new Error('The stream was closed before its end')));
  });
}
