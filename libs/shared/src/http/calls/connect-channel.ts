/** Connects to a service, and asks it to upgrade the connection to a channel. */
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent, request as tlsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { INTERNAL_PATH, internalHeaders } from '../internal-message.ts';
import { codeOf, NoAnswer } from './no-answer.ts';

/** Name of the protocol in the header `upgrade`. */
export const CHANNEL_PROTOCOL = 'countersign-calls';
/** Code of a call to a service without channels. */
export const NO_CHANNEL = 'NO_CHANNEL';

/** Code of a call whose connection ended before it was a channel. */
export const NOT_OPENED = 'CHANNEL_NOT_OPENED';
/** Milliseconds without a byte. The waiting calls have their own limits. */
const UPGRADED_WITHIN = 10_000;

export interface ConnectOptions {
  /** Origin of the service. */
  readonly address: string;
  readonly secret: string;
  /** Milliseconds for the connection. */
  readonly connectTimeout: number;
}

/** TLS sessions of earlier channels are resumed. */
const tls = new Agent({ maxCachedSessions: 100 });

/**
 * Resolves with the connection once the service has upgraded it to a channel, which may take as long as the service's
 * start.
 * @throws NoAnswer: a call that waits for the channel certainly did not start. Its code is NO_CHANNEL if the service,
 *   or a proxy in front of it, knows no channels
 */
export function connectChannel({ address, secret, connectTimeout }: ConnectOptions): Promise<Duplex> {
  const headers = { connection: 'Upgrade', upgrade: CHANNEL_PROTOCOL, [internalHeaders.secret]: secret };
  const url = `${address}${INTERNAL_PATH}`;
  const asking = url.startsWith('https:')
    ? tlsRequest(url, { headers, agent: tls })
    : plainRequest(url, { headers, agent: false });
  return new Promise((resolve, reject) => {
    const refuse = (code: string, cause?: unknown): void => {
      clearTimeout(timer);
      reject(new NoAnswer(code, cause));
      asking.destroy();
    };
    const timer = setTimeout(() => refuse('UND_ERR_CONNECT_TIMEOUT'), connectTimeout);
    asking.once('socket', (socket) => socket.once('connect', () => clearTimeout(timer)));
    asking.setTimeout(UPGRADED_WITHIN, () => refuse(NOT_OPENED));
    asking.on('error', (error) => refuse(isRefused(error) ? codeOf(error) : NOT_OPENED, error));
    asking.once('response', ({ statusCode = 0 }: IncomingMessage) => {
      refuse(statusCode === 401 || statusCode >= 500 ? `STATUS_${statusCode}` : NO_CHANNEL);
    });
    asking.once('upgrade', (_, socket, head) => {
      socket.setTimeout(0);
      if (head.length > 0) socket.unshift(head);
      socket.setNoDelay(true);
      resolve(socket);
    });
    asking.end();
  });
}

/** Whether no connection was established at all. The log has the cause. */
function isRefused(error: unknown): boolean {
  return codeOf(error) !== 'ECONNRESET' && codeOf(error) !== 'EPIPE';
}
