/** Backends that receive webhooks, each in its manner, and the time of each webhook. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A target's response to a webhook: milliseconds until it, or none at all. */
export type Manner = number | 'never';

export interface Target {
  readonly url: string;
  manner: Manner;
  readonly server: Server;
}

/** Time of the first arrival of each webhook (`performance.now()`), by session. */
export const arrived = new Map<string, number>();

export async function openTarget(manner: Manner): Promise<Target> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { session } = JSON.parse(Buffer.concat(chunks).toString());
      if (!arrived.has(session)) arrived.set(session, performance.now());
      if (target.manner === 'never') return;
      setTimeout(() => response.writeHead(200).end(), target.manner);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const target: Target = { url, manner, server };
  return target;
}
