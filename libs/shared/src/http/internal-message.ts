/**
 * Messages between services over HTTP: an operation, its request, and a reply or an error. `POST /internal/<operation>`
 * with the request as JSON; its deadline and its trace are headers. The reply's own status, headers and kind are in the
 * header `x-internal-reply`, so that a body travels as raw bytes.
 */
import type { IncomingHttpHeaders } from 'node:http';
import {
  asProtocolError,
  type ErrorCode,
  errorKinds,
  ProtocolError,
  type ProtocolErrorOptions,
} from '../kernel/errors.ts';
import { isObject, type Json, type JsonObject } from '../kernel/json.ts';
import { type Reasoned, relayedReason } from '../kernel/reasons/reasons.ts';
import { walletStepNames } from '../model/session/wallet-step.ts';
import { type Annotation, annotated, annotationOf, type CheckOutcome } from './annotation.ts';
import type { OperationReply, OperationRequest } from './message.ts';

export const internalHeaders = {
  secret: 'x-internal-secret',
  /** Milliseconds that the caller will still wait. */
  budget: 'x-internal-budget',
  reply: 'x-internal-reply',
  /** The process is about to stop: the next request should go elsewhere. */
  draining: 'x-internal-draining',
  trace: 'traceparent',
} as const;

export const INTERNAL_PATH = '/internal/';

/** Maximum size of a request: the largest body of the public API and the other fields of the request. */
export const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/** Largest reply: several times the largest list or export, so that no server at a wrong address fills the memory. */
export const MAX_REPLY_BYTES = 64 * 1024 * 1024;

export type WireReply = { readonly headers: Record<string, string>; readonly body?: string | Buffer };

type WireRequest = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/**
 * Every member of the request is sent: one that isn't JSON does not compile.
 * @param now by the clock of the sender: the time that is left is sent, because clocks differ
 */
export function encodeRequest({ deadline, trace, ...sent }: OperationRequest, now: number): WireRequest {
  const headers: Record<string, string> = {};
  if (deadline !== undefined) headers[internalHeaders.budget] = String(deadline - now);
  if (trace !== undefined) headers[internalHeaders.trace] = trace;
  return { headers, body: JSON.stringify(sent satisfies JsonObject) };
}

/**
 * @param now by the clock of the receiver
 * @throws ProtocolError `invalid_request` if it isn't a request
 */
export function decodeRequest(headers: IncomingHttpHeaders, text: string, now: number): OperationRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notARequest();
  }
  if (!isObject(value as Json)) throw notARequest();
  const request = value as JsonObject;
  const texts = [request.id, request.tenant, request.method, request.url].every((item) => typeof item === 'string');
  const objects = [request.params, request.query, request.headers].every((item) => isObject(item ?? null));
  if (!texts || !objects || !['json', 'form', 'jwt', 'none'].includes(String(request.encoding))) throw notARequest();
  const budget = Number(headers[internalHeaders.budget]);
  const trace = headers[internalHeaders.trace];
  return {
    ...(request as unknown as OperationRequest),
    ...(budget > 0 && Number.isFinite(budget) ? { deadline: now + budget } : {}),
    ...(typeof trace === 'string' ? { trace } : {}),
  };
}

function notARequest(): ProtocolError {
  return new ProtocolError('invalid_request', 'This is not an internal request', { reason: 'internal_request' });
}

export function encodeReply(reply: OperationReply): WireReply {
  const { status, headers, contentType, body, raw, recorded, annotation } = reply;
  const kind = raw !== undefined ? 'raw' : body !== undefined ? 'json' : 'none';
  return {
    headers: {
      [internalHeaders.reply]: ascii({ kind, status, headers, contentType, recorded, annotation: limited(annotation) }),
    },
    ...(raw !== undefined ? { body: raw } : body !== undefined ? { body: JSON.stringify(body) } : {}),
  };
}

/** An unexpected error leaves the service without its message. */
export function encodeError(error: unknown): WireReply {
  const known = asProtocolError(error);
  const { headers, members, errors, scheme, reason, facts } = known.options;
  return {
    headers: { [internalHeaders.reply]: ascii({ kind: 'error', annotation: limited(annotationOf(error)) }) },
    body: JSON.stringify({ code: known.code, message: known.message, headers, members, errors, scheme, reason, facts }),
  };
}

/**
 * @param meta the header `x-internal-reply`
 * @returns the reply
 * @throws the error that the operation threw; Error if this isn't a service's response
 */
export function decodeReply(meta: string | undefined, body: Buffer): OperationReply {
  const parsed = parseObject(meta ?? '');
  const { kind, status, headers, contentType } = parsed;
  const annotation = readAnnotation(parsed.annotation);
  if (kind === 'error') {
    const error = decodeError(parseObject(body.toString()));
    throw annotation === undefined ? error : annotated(error, annotation);
  }
  if (kind !== 'raw' && kind !== 'json' && kind !== 'none') throw new Error('This is not a response from a service');
  return {
    ...(typeof status === 'number' ? { status } : {}),
    ...(isObject(headers ?? null) ? { headers: headers as Readonly<Record<string, string>> } : {}),
    ...(typeof contentType === 'string' ? { contentType } : {}),
    ...(parsed.recorded === true ? { recorded: true } : {}),
    ...(annotation === undefined ? {} : { annotation }),
    ...(kind === 'raw' ? { raw: body } : {}),
    ...(kind === 'json' ? { body: JSON.parse(body.toString()) as Json } : {}),
  };
}

/**
 * Maximum length of an annotation in characters. A longer one is reduced to its session and step, because headers are
 * limited.
 */
const LONGEST_ANNOTATION = 16 * 1024;

function limited(annotation: Annotation | undefined): Annotation | undefined {
  if (annotation === undefined || ascii(annotation).length <= LONGEST_ANNOTATION) return annotation;
  const { notes: _notes, refused, ...rest } = annotation;
  return { ...rest, ...(refused === undefined ? {} : { refused: { reason: refused.reason } as Reasoned }) };
}

/** A newer version may send more fields, and unknown ones are ignored. A step without a session is useless. */
function readAnnotation(value: Json | undefined): Annotation | undefined {
  if (!isObject(value)) return undefined;
  const { session, attempt, step, code } = value;
  const known = walletStepNames.find((name) => name === step);
  const refused = readOne(value.refused);
  const notes = list(value.notes).flatMap((note) => readOne(note) ?? []);
  const checks = list(value.checks).flatMap(readCheck);
  const annotation = {
    ...(typeof session === 'string' ? { session } : {}),
    ...(typeof attempt === 'string' ? { attempt } : {}),
    ...(typeof code === 'string' && Object.hasOwn(errorKinds, code) ? { code: code as ErrorCode } : {}),
    ...(refused === undefined ? {} : { refused }),
    ...(checks.length === 0 ? {} : { checks }),
    ...(notes.length === 0 ? {} : { notes }),
  };
  if (Object.keys(annotation).length === 0) return undefined;
  return known === undefined ? annotation : { ...annotation, step: known };
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function readOne(value: Json | undefined): Reasoned | undefined {
  return isObject(value) ? relayedReason(value.reason, value.facts) : undefined;
}

function readCheck(value: Json): readonly CheckOutcome[] {
  if (!isObject(value)) return [];
  const { check, ok } = value;
  return typeof check === 'string' && typeof ok === 'boolean' ? [{ check, ok }] : [];
}

function decodeError(wire: JsonObject): ProtocolError {
  const { code, message, headers, members, errors, scheme, reason, facts } = wire;
  if (typeof code !== 'string' || !Object.hasOwn(errorKinds, code) || typeof message !== 'string') {
    throw new Error('This is not an error from a service');
  }
  // An older version sends no reason.
  const why = relayedReason(reason, facts) ?? { reason: 'unexplained' };
  const options: Record<string, unknown> = { headers, members, errors, scheme, ...why };
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return new ProtocolError(code as ErrorCode, message, given as unknown as ProtocolErrorOptions);
}

function parseObject(text: string): JsonObject {
  const value = JSON.parse(text) as Json;
  if (!isObject(value)) throw new Error('This is not a response from a service');
  return value;
}

/** JSON that is valid in a header. */
function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
