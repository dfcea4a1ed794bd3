/** How the order of a certificate goes on. Pure. */
import {
  type CertificateOrderDocument,
  certificateOrderId,
  type OpenOrder,
} from '@countersign/shared/model/tenant/certificate-orders';
import { pauseAfter } from '../renewal/renewal-times.ts';
import type { AcmeError } from './acme-error.ts';

/** An order fails if the authority hasn't finished it by then. Milliseconds. */
export const LONGEST_ORDER = 24 * 3_600_000;
/** Between two polls of an order if the authority sends no time. */
const LOOK_AGAIN = 5_000;

type Keys = Pick<CertificateOrderDocument, 'tenant' | 'set' | 'purpose'>;

export function newOrderDocument({ tenant, set, purpose }: Keys): Omit<CertificateOrderDocument, 'rev'> {
  return { id: certificateOrderId(tenant, { set, purpose }), tenant, set, purpose, next: 0, failures: 0 };
}

/** The authority has taken an order. */
export function orderPlaced(document: CertificateOrderDocument, order: OpenOrder): CertificateOrderDocument {
  return { ...withoutTokens(document), order };
}

/** The authority may now look up a token. */
export function tokenPublished(
  document: CertificateOrderDocument,
  { token, thumbprint }: { readonly token: string; readonly thumbprint: string },
): CertificateOrderDocument {
  const { tokens = [] } = document;
  return { ...document, tokens: tokens.includes(token) ? tokens : [...tokens, token], thumbprint };
}

/** @param retryAt not before this time, milliseconds */
export function orderWaits(
  document: CertificateOrderDocument,
  { now, retryAt }: { readonly now: number; readonly retryAt?: number | undefined },
): CertificateOrderDocument {
  return { ...document, next: Math.max(retryAt ?? 0, now + LOOK_AGAIN) };
}

/** The certificate is installed. */
export function orderFulfilled(document: CertificateOrderDocument, now: number): CertificateOrderDocument {
  const { order: _, failure: __, ...rest } = withoutTokens(document);
  return { ...rest, next: 0, failures: 0, obtainedAt: now };
}

export interface FailedAttempt extends Pick<AcmeError, 'reason' | 'facts'> {
  /** Not before this time, milliseconds. */
  readonly retryAt?: number | undefined;
}

/**
 * The order stays if the authority was not reached or asks to wait. After any other failure the next attempt starts a
 * new one.
 */
export function orderFailed(
  document: CertificateOrderDocument,
  { reason, facts, retryAt = 0 }: FailedAttempt,
  now: number,
): CertificateOrderDocument {
  const failures = document.failures + 1;
  const failure = { at: now, reason, ...(facts.detail === undefined ? {} : { detail: String(facts.detail) }) };
  const { order, ...rest } = withoutTokens(document);
  const kept = TEMPORARY.has(reason) && order !== undefined ? { ...document, order } : rest;
  return { ...kept, failures, failure, next: Math.max(retryAt, now + pauseAfter(failures)) };
}

const TEMPORARY: ReadonlySet<string> = new Set(['acme_unreachable', 'acme_rate_limited']);

function withoutTokens(document: CertificateOrderDocument): CertificateOrderDocument {
  const { tokens: _, thumbprint: __, ...rest } = document;
  return rest;
}
