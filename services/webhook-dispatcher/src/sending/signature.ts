/** The signature of a webhook (Standard Webhooks 1.0): proves sender, content and time to a receiver with the secret. */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';

/**
 * The three headers of one attempt.
 * @param id the same for every attempt of a delivery
 * @param now milliseconds; each attempt gets a new signature, so that a receiver may refuse old ones
 * @param keys one signature each, separated by spaces: while a secret is replaced, receivers verify with either
 */
export function signatureHeaders(
  id: string,
  now: number,
  body: string,
  keys: readonly Buffer[],
): { readonly 'webhook-id': string; readonly 'webhook-timestamp': string; readonly 'webhook-signature': string } {
  const timestamp = String(Math.floor(now / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${hmacSha256(key, signed).toString('base64')}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
