/** Calls as single HTTP requests, for large calls and for services without channels. */
import { Agent } from 'undici';
import { collectBytes } from '../../kernel/byte-collector.ts';
import { INTERNAL_PATH, internalHeaders, MAX_REPLY_BYTES } from '../internal-message.ts';
import { codeOf, NoAnswer, type SendCall } from './no-answer.ts';

export interface PostCalls {
  /** Sends to the service at this origin. */
  readonly to: (address: string) => SendCall;
  close(): Promise<void>;
}

export interface PostCallsOptions {
  readonly secret: string;
  /** Milliseconds after which a connection is replaced by a new one. */
  readonly connectionAge: number;
  /** Milliseconds. */
  readonly connectTimeout: number;
}

/** To one address. */
const CONNECTIONS = 64;
/** Less than the server keeps it, so the server never closes a connection while a request is arriving. */
const UNUSED_CONNECTION = 2000;
const MAX_HEADER_BYTES = 64 * 1024;

export function createPostCalls({ secret, connectionAge, connectTimeout }: PostCallsOptions): PostCalls {
  const agent = new Agent({
    connections: CONNECTIONS,
    connectTimeout,
    clientTtl: connectionAge,
    keepAliveTimeout: UNUSED_CONNECTION,
    keepAliveMaxTimeout: UNUSED_CONNECTION,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  return {
    to: (address) => async (operation, call, budget) => {
      try {
        const answer = await agent.request({
          origin: address,
          method: 'POST',
          path: INTERNAL_PATH + operation,
          headers: { ...call.headers, [internalHeaders.secret]: secret },
          body: call.body,
          headersTimeout: budget,
          bodyTimeout: budget,
        });
        const body = await collectBytes(answer.body, MAX_REPLY_BYTES);
        return {
          status: answer.statusCode,
          meta: answer.headers[internalHeaders.reply]?.toString(),
          body,
          isLeaving: answer.headers[internalHeaders.draining] !== undefined,
        };
      } catch (error) {
        throw new NoAnswer(codeOf(error), error);
      }
    },
    close: () => agent.close(),
  };
}
