/** A server on loopback, and clients that write raw bytes to it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import {
  type Address,
  type DropReason,
  type Handler,
  type OpenServer,
  openServer,
} from '../../../src/http/server/server.ts';

export interface LimitedServer extends OpenServer {
  readonly drops: DropReason[];
  open(from?: string): Client;
}

export interface Client {
  readonly socket: Socket;
  /** The text received so far. */
  text(): string;
  /** Resolves when the text contains this. */
  until(part: string): Promise<void>;
  readonly closed: Promise<unknown>;
}

/** Closed at the end of the test. */
export async function openLimited(
  t: TestContext,
  handle: Handler,
  options: Partial<Address> = {},
): Promise<LimitedServer> {
  const drops: DropReason[] = [];
  const dropped = (reason: DropReason): unknown => drops.push(reason);
  const server = await openServer({ host: '127.0.0.1', port: 0, dropped, ...options }, async () => handle);
  const sockets: Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close(0);
  });
  return {
    ...server,
    drops,
    open: (localAddress = '127.0.0.1') => {
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
      sockets.push(socket);
      let text = '';
      socket.on('error', () => undefined);
      const closed = once(socket, 'close');
      socket.on('data', (chunk) => {
        text += chunk;
      });
      const until = async (part: string): Promise<void> => {
        while (!text.includes(part)) await once(socket, 'data');
      };
      return { socket, text: () => text, until, closed };
    },
  };
}

export const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
