/** Explains the error codes of attempts and the reasons of dead deliveries to the backend. Pure. */
import type { OutboundErrorCode } from '@countersign/shared/http/outbound-error';

/** How an attempt failed. */
export type AttemptError = OutboundErrorCode | 'internal' | 'token' | 'redirect' | 'status' | 'answer';

export const attemptTexts: Readonly<Record<AttemptError, string>> = {
  url: 'The webhook URL cannot be used',
  scheme: 'The URL is not https, and its host is not in OUTBOUND_ALLOW',
  address: "The host's address is not public, and it is not in OUTBOUND_ALLOW",
  dns: 'The host name has no address',
  refused: 'The target refused the connection',
  unreachable: 'The target cannot be reached',
  tls: "The TLS connection failed. The target's certificate must be valid for its host",
  timeout: 'The target did not respond in time',
  closed: 'The connection closed before the response was complete',
  too_large: "The response's headers or body are too large",
  encoding: 'The response is compressed, but compression was not requested',
  content_type: 'The response does not have the requested content type',
  protocol: 'The response is not HTTP',
  aborted: 'The service stopped during the attempt',
  internal: 'The attempt failed in this service. Its log has the delivery id',
  token: 'The token endpoint of the attribute provider returned no access token',
  redirect: 'The target responded with a redirect, which is not followed',
  status: 'The target responded with a status other than 2xx',
  answer: 'The response is 2xx, but does not map credential configuration ids to claims',
};

export const reasonTexts: Readonly<Record<string, string>> = {
  gone: 'The target responded with 410, which stops further attempts',
  exhausted: 'Every attempt in WEBHOOK_SCHEDULE failed',
  expired: 'The session would have expired before the next attempt',
  no_webhook: 'The session no longer has this webhook',
  superseded: 'The wallet started again, and this belongs to an earlier attempt',
  credentials_erased: 'The presented claims were erased after the webhook received them',
  claims_deadline: 'The claims did not arrive in time',
  claims_unavailable: 'No attempt returned usable claims',
  claims_invalid: 'The claims do not match the configuration',
};

/** Statuses of a target that does not authenticate or authorize the caller. */
const REFUSALS: readonly (number | undefined)[] = [401, 403];
const REFUSED = 'The receiver refused the request. Check its secret or authentication';

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
