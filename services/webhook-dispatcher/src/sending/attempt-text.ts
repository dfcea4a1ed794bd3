/** Explains the error codes of attempts and the reasons of dead deliveries to the backend. Pure. */
import type { OutboundErrorCode } from '@countersign/shared/http/outbound-error';

/** How an attempt failed. */
export type AttemptError = OutboundErrorCode | 'internal' | 'redirect' | 'status' | 'answer';

export const attemptTexts: Readonly<Record<AttemptError, string>> = {
  url: 'The webhook URL cannot be used',
  scheme: 'The URL is not https, and OUTBOUND_ALLOW does not name its host',
  address: 'The host has an address that is not public, and OUTBOUND_ALLOW does not name it',
  dns: 'The host name has no address',
  refused: 'The target refused the connection',
  unreachable: 'The target cannot be reached',
  tls: 'The TLS connection failed; the certificate of the target must be valid for its host',
  timeout: 'The target did not answer in time',
  closed: 'The connection closed before the response was complete',
  too_large: "The response's headers or body are too large",
  encoding: 'The response is compressed, but compression was not requested',
  content_type: 'The response does not have the requested content type',
  protocol: 'The answer is not HTTP',
  aborted: 'The try was broken off by a stop of this service',
  internal: 'The try failed here; the log of the service has the delivery id',
  redirect: 'The target answered with a redirect, which is never followed',
  status: 'The target answered with a status that is not 2xx',
  answer: 'The response is 2xx, but does not map credential configuration ids to claims',
};

export const reasonTexts: Readonly<Record<string, string>> = {
  gone: 'The target answered 410: it wants no more tries',
  exhausted: 'Every try of WEBHOOK_SCHEDULE failed',
  expired: 'The next try would have come after the life of the session',
  no_webhook: 'The session no longer has this webhook',
  superseded: 'The wallet began again, and this belongs to an attempt before',
  credentials_erased: 'The presented claims were erased after the webhook received them',
  claims_deadline: 'The claims did not come in time',
  claims_unavailable: 'No try brought usable claims',
  claims_invalid: 'The claims do not match the configuration',
};

/** Statuses of a target that does not authenticate or authorize the caller. */
const REFUSALS: readonly (number | undefined)[] = [401, 403];
const REFUSED = 'The receiver refuses: check its secret or authentication';

/**
 * The meaning of an attempt's error code; undefined for a code from another version.
 * @param status HTTP status of the response, if any
 */
export function attemptText(code: string, status?: number): string | undefined {
  if (code === 'status' && REFUSALS.includes(status)) return REFUSED;
  return Object.hasOwn(attemptTexts, code) ? attemptTexts[code as AttemptError] : undefined;
}

/** The meaning of a dead delivery's reason; undefined for a reason without a description. */
export function reasonText(reason: string): string | undefined {
  return Object.hasOwn(reasonTexts, reason) ? reasonTexts[reason] : undefined;
}
