/** The serving end of a channel: calls from another service as frames. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isObject, type Json } from '../../kernel/json.ts';
import { internalHeaders, type WireReply } from '../internal-message.ts';
import { CHANNEL_PROTOCOL } from './connect-channel.ts';
import { createFrameReader, encodeFrame, type Frame, gatheredWriter } from './frames.ts';

export interface ChannelServerParts {
  /** Whether the headers have INTERNAL_SECRET. */
  readonly admits: (headers: IncomingMessage['headers']) => boolean;
  /** False: the operation is not accepted yet. */
  readonly answering: (operation: string) => boolean;
  /** True once the process is about to stop. */
  readonly draining: () => boolean;
  /** Resolves when all file changes before the call are known. */
  readonly edited: () => Promise<void>;
  /** Never rejects: a failure becomes a reply. */
  readonly perform: (operation: string, headers: IncomingMessage['headers'], text: string) => Promise<WireReply>;
}

/** Accepts a connection that asks for an upgrade. `closing` is aborted when the server closes. */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, closing: AbortSignal) => void;

/** Bytes of a call: callers send larger ones as requests of HTTP. */
const MAX_CALL = 512 * 1024;
/** Bytes of a part of a reply: others are sent between the parts. */
const PART = 64 * 1024;

export function createChannelServer(parts: ChannelServerParts): TakeUpgrade {
  return (request, socket, head, closing) => {
    socket.on('error', () => socket.destroy());
    if (!parts.admits(request.headers)) return refuse(socket, '401 Unauthorized');
    if (request.headers.upgrade !== CHANNEL_PROTOCOL) return refuse(socket, '400 Bad Request');
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${CHANNEL_PROTOCOL}\r\n\r\n`);
    if (head.length > 0) socket.unshift(head);
    serve(parts, socket, closing);
  };
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

function serve(parts: ChannelServerParts, socket: Duplex, closing: AbortSignal): void {
  const write = gatheredWriter(socket);
  let toldLeaving = false;
  const tellLeaving = (): void => {
    if (toldLeaving) return;
    toldLeaving = true;
    write(encodeFrame({ kind: 'leaving', id: 0, head: '', body: '' }));
  };
  const answer = async ({ kind, id, head, body }: Frame): Promise<void> => {
    if (kind !== 'call') throw new Error('This is not a call');
    const [operation, headers] = readHead(head);
    await parts.edited();
    if (!parts.answering(operation)) return void write(encodeFrame({ kind: 'refused', id, head: '', body: '' }));
    const reply = await parts.perform(operation, headers, body.toString());
    if (parts.draining()) tellLeaving();
    await writeReply(socket, write, id, reply);
  };
  const read = createFrameReader(MAX_CALL, (frame) => void answer(frame).catch(() => socket.destroy()));
  socket.on('data', (bytes: Buffer) => {
    try {
      read(bytes);
    } catch {
      socket.destroy();
    }
  });
  socket.once('end', () => socket.end());
  closing.addEventListener('abort', tellLeaving);
  socket.once('close', () => closing.removeEventListener('abort', tellLeaving));
  if (closing.aborted) tellLeaving();
}

/** @throws Error for a head that isn't one of a call */
function readHead(head: string): [string, IncomingMessage['headers']] {
  const read = JSON.parse(head) as Json;
  const [operation, headers] = Array.isArray(read) ? read : [];
  if (typeof operation !== 'string' || !isObject(headers ?? null)) throw new Error('This is not a call');
  return [operation, headers as IncomingMessage['headers']];
}

/** A large reply goes in parts, so that replies of other calls get between them. */
async function writeReply(
  socket: Duplex,
  write: (frame: Buffer) => boolean,
  id: number,
  { headers, body = '' }: WireReply,
): Promise<void> {
  const head = headers[internalHeaders.reply] ?? '';
  if (body.length <= PART) return void write(encodeFrame({ kind: 'reply', id, head, body }));
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  for (let from = 0; from < bytes.length && !socket.destroyed; from += PART) {
    const part = bytes.subarray(from, from + PART);
    if (!write(encodeFrame({ kind: 'part', id, head: '', body: part }))) await once(socket, 'drain');
  }
  write(encodeFrame({ kind: 'reply', id, head, body: '' }));
}
