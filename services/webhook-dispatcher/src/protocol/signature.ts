/** The signature of a webhook, as in Standard Webhooks 1.0: whoever knows the secret sees who sent what, and when. */
import { createHmac } from 'node:crypto';

/**
 * The three headers of one try.
 * @param id the same for every try of a delivery
 * @param now milliseconds; each try is signed anew, so that a receiver may refuse old ones
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
