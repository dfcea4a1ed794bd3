/** An authority's refusal, or an error in its response. Problem documents become reasons (RFC 8555, 6.7). */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { type Facts, factText } from '@countersign/shared/kernel/reasons/facts';
import type { AcmeReason } from './acme-reasons.ts';

export class AcmeError extends Error {
  override readonly name = 'AcmeError';
  readonly reason: AcmeReason;
  readonly facts: Facts;
  /** Milliseconds: not before. */
  readonly retryAt?: number;

  constructor(reason: AcmeReason, { facts = {}, retryAt, cause }: AcmeErrorParts = {}) {
    super(reason, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.facts = facts;
    if (retryAt !== undefined) this.retryAt = retryAt;
  }
}

interface AcmeErrorParts {
  readonly facts?: Facts;
  readonly retryAt?: number | undefined;
  readonly cause?: unknown;
}

/** The response does not follow the protocol. */
export function malformedAnswer(detail: string, facts: Facts = {}): AcmeError {
  return new AcmeError('acme_malformed', { facts: { ...facts, detail } });
}

const TYPE_PREFIX = 'urn:ietf:params:acme:error:';

/** By the type of the problem, without its prefix. */
const REASONS: Readonly<Record<string, AcmeReason>> = {
  accountDoesNotExist: 'acme_account_refused',
  unauthorized: 'acme_account_refused',
  externalAccountRequired: 'acme_account_refused',
  userActionRequired: 'acme_account_refused',
  invalidContact: 'acme_account_refused',
  unsupportedContact: 'acme_account_refused',
  badSignatureAlgorithm: 'acme_account_refused',
  rateLimited: 'acme_rate_limited',
  rejectedIdentifier: 'acme_identifier_refused',
  unsupportedIdentifier: 'acme_identifier_refused',
  caa: 'acme_identifier_refused',
  connection: 'acme_challenge_failed',
  dns: 'acme_challenge_failed',
  incorrectResponse: 'acme_challenge_failed',
  tls: 'acme_challenge_failed',
  badCSR: 'acme_request_refused',
  badPublicKey: 'acme_request_refused',
  orderNotReady: 'acme_request_refused',
  serverInternal: 'acme_unreachable',
};

export interface ProblemContext {
  readonly status: number;
  /** Milliseconds. */
  readonly retryAt?: number | undefined;
  /** What `unauthorized` and unknown types mean here. */
  readonly otherwise?: AcmeReason;
}

/** The name of a problem's type; undefined for another namespace. */
export function problemType(problem: Json | undefined): string | undefined {
  const type = isObject(problem) ? problem.type : undefined;
  return typeof type === 'string' && type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length) : undefined;
}

/** The error for a problem document. Its text is foreign, so it is shortened, and possible tokens are removed. */
export function errorOfProblem(problem: Json | undefined, { status, retryAt, otherwise }: ProblemContext): AcmeError {
  const type = problemType(problem);
  const reason = status === 429 ? 'acme_rate_limited' : reasonOf(type, status, otherwise);
  const facts = { received: factText(type ?? `status ${status}`), ...detailOf(problem) };
  return new AcmeError(reason, { facts, retryAt });
}

function reasonOf(type: string | undefined, status: number, otherwise: AcmeReason | undefined): AcmeReason {
  if (otherwise !== undefined && (type === undefined || type === 'unauthorized' || type === 'malformed')) {
    return otherwise;
  }
  const known = type === undefined ? undefined : Object.hasOwn(REASONS, type) ? REASONS[type] : undefined;
  return known ?? (status >= 500 ? 'acme_unreachable' : 'acme_request_refused');
}

/** Tokens of challenges have 22 characters or more. */
const MAYBE_TOKEN = /[\w-]{22,}/g;

function detailOf(problem: Json | undefined): Facts {
  const { detail, subproblems } = isObject(problem) ? problem : ({} as JsonObject);
  const [first] = Array.isArray(subproblems) ? (subproblems as readonly Json[]) : [];
  const text = typeof detail === 'string' ? detail : isObject(first) ? first.detail : undefined;
  return typeof text === 'string' ? { detail: factText(text.replace(MAYBE_TOKEN, '…')) } : {};
}
