/** A backend that receives webhooks: stores them in order and responds as the test specifies. */
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Status of the next responses. */
  status: number;
  /** Body of the next responses; for a claims webhook the claims. */
  body: string;
  /** While true, requests get no response. */
  silent: boolean;
  /** Resolves with the first n webhooks of these. */
  wait(n: number): Promise<readonly ReceivedWebhook[]>;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const waiting = new Set<() => void>();
  const held: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    for (const wake of waiting) wake();
    const answer = (): unknown => response.writeHead(made.status).end(made.body);
    if (silent) held.push(answer);
    else answer();
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let silent = false;
  const made: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    status: 204,
    body: '',
    get silent() {
      return silent;
    },
    set silent(value: boolean) {
      silent = value;
      if (!silent) for (const answer of held.splice(0)) answer();
    },
    wait: async (n) => {
      while (received.length < n) {
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
      return received.slice(0, n);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}

/** The payload, after a check of the signature by a third-party library. */
export function verified({ headers, body }: ReceivedWebhook, secret: string): Record<string, unknown> {
  const payload = new Webhook(secret).verify(body, headers as Record<string, string>);
  assert.ok(typeof payload === 'object' && payload !== null);
  return payload as Record<string, unknown>;
}
