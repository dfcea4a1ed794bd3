/** The signature of a webhook (Standard Webhooks 1.0): proves sender, content and time to a receiver with the secret. */
import { createHmac } from 'node:crypto';

/**
 * The three headers of one attempt.
 * @param id the same for every attempt of a delivery
 * @param now milliseconds; each attempt is signed anew, so that a receiver may refuse old ones
 */
export function signatureHeaders(
  id: string,
  now: number,
  body: string,
  key: Buffer,
): { readonly 'webhook-id': string; readonly 'webhook-timestamp': string; readonly 'webhook-signature': string } {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
