/** The stored form of a response: the services' internal format, with the original request's id. */
import { decodeReply, encodeError, encodeReply, internalHeaders } from '@countersign/shared/http/internal-message';
import type { OperationReply } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';

/** What an operation replied or threw. */
export type Outcome = { readonly reply: OperationReply } | { readonly error: ProtocolError };

interface KeptAnswer {
  readonly requestId: string;
  readonly meta: string;
  readonly body?: string;
  /** The body is base64. */
  readonly bytes?: true;
}

export interface OpenedAnswer {
  /** Id of the original request. */
  readonly requestId: string;
  readonly outcome: Outcome;
}

/** @returns the text to seal */
export function encodeAnswer(requestId: string, outcome: Outcome): string {
  const { headers, body } = 'reply' in outcome ? encodeReply(outcome.reply) : encodeError(outcome.error);
  const kept: KeptAnswer = {
    requestId,
    meta: headers[internalHeaders.reply] ?? '',
    ...(body === undefined ? {} : typeof body === 'string' ? { body } : { body: body.toString('base64'), bytes: true }),
  };
  return JSON.stringify(kept);
}

export function decodeAnswer(text: string): OpenedAnswer {
  const { requestId, meta, body = '', bytes } = JSON.parse(text) as KeptAnswer;
  try {
    return { requestId, outcome: { reply: decodeReply(meta, Buffer.from(body, bytes === true ? 'base64' : 'utf8')) } };
  } catch (error) {
    if (error instanceof ProtocolError) return { requestId, outcome: { error } };
    throw error;
  }
}

/** False for a response that asks the caller to try again: it must not be repeated for the call. */
export function isLasting(outcome: Outcome): boolean {
  const status = 'reply' in outcome ? (outcome.reply.status ?? 200) : outcome.error.status;
  return status < 500 && status !== 408 && status !== 425 && status !== 429;
}
