/**
 * Frames of a channel between two services: length of the rest (four bytes), kind (one), id of the call (four), length of the head
 * (four), head, body. Numbers are big-endian.
 */
import type { Duplex } from 'node:stream';

/**
 * `call` and its `reply`; `part`: bytes of a reply that its last frame continues; `refused`: the call was not taken, because the
 * process is starting; `leaving`: the process is about to stop, so the next call should go elsewhere.
 */
const kinds = ['call', 'reply', 'part', 'refused', 'leaving'] as const;

export interface Frame {
  readonly kind: (typeof kinds)[number];
  /** Id of the call, chosen by the caller. */
  readonly id: number;
  readonly head: string;
  readonly body: Buffer;
}

/** Kind, id and length of the head. */
const FIXED = 9;

export function encodeFrame({
  kind,
  id,
  head,
  body,
}: Omit<Frame, 'body'> & { readonly body: Buffer | string }): Buffer {
  const headLength = Buffer.byteLength(head);
  const bodyLength = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const frame = Buffer.allocUnsafe(4 + FIXED + headLength + bodyLength);
  frame.writeUInt32BE(FIXED + headLength + bodyLength, 0);
  frame.writeUInt8(kinds.indexOf(kind), 4);
  frame.writeUInt32BE(id, 5);
  frame.writeUInt32BE(headLength, 9);
  frame.write(head, 13);
  if (typeof body === 'string') frame.write(body, 13 + headLength);
  else frame.set(body, 13 + headLength);
  return frame;
}

/** @throws Error for bytes that aren't a frame */
function decodeFrame(bytes: Buffer): Frame {
  const kind = kinds[bytes.readUInt8(0)];
  const headEnd = FIXED + bytes.readUInt32BE(5);
  if (kind === undefined || headEnd > bytes.length) throw new Error('This is not a frame');
  return {
    kind,
    id: bytes.readUInt32BE(1),
    head: bytes.toString('utf8', FIXED, headEnd),
    body: bytes.subarray(headEnd),
  };
}

/**
 * Reads frames from bytes as they arrive.
 * @param most bytes of a frame
 * @returns a function for the next bytes, which throws if they are not a frame, or the frame is too large
 */
export function createFrameReader(most: number, take: (frame: Frame) => void): (bytes: Buffer) => void {
  let pieces: Buffer[] = [];
  let size = 0;
  let needed = 4;
  return (bytes) => {
    pieces.push(bytes);
    size += bytes.length;
    if (size < needed) return;
    const all = pieces.length === 1 ? bytes : Buffer.concat(pieces, size);
    let at = 0;
    needed = 4;
    while (all.length - at >= 4) {
      const length = all.readUInt32BE(at);
      if (length < FIXED || length > most) throw new Error('This is not a frame');
      needed = 4 + length;
      if (all.length - at < needed) break;
      take(decodeFrame(all.subarray(at + 4, at + needed)));
      at += needed;
      needed = 4;
    }
    pieces = at === all.length ? [] : [all.subarray(at)];
    size = all.length - at;
  };
}

/**
 * Writes the frames of one turn of the event loop together: a call of the operating system costs more than encoding a frame.
 * @returns writes a frame; false if the other side reads more slowly than it is written to
 */
export function gatheredWriter(socket: Duplex): (frame: Buffer) => boolean {
  let isGathering = false;
  return (frame) => {
    if (socket.destroyed) return true;
    if (!isGathering) {
      isGathering = true;
      socket.cork();
      setImmediate(() => {
        isGathering = false;
        socket.uncork();
      });
    }
    return socket.write(frame);
  };
}
