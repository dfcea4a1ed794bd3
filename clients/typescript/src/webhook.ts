/** Checks that a webhook is genuine and fresh, as Standard Webhooks defines it. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum difference between the webhook's time and the clock, in seconds. */
const TOLERANCE = 300;

/** The webhook is not genuine. Respond with 401, and don't use its body. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Members of every payload. docs/reference/webhooks.md lists the types and their other members. */
export interface WebhookPayload {
  readonly type: string;
  readonly session: string;
  readonly timestamp: string;
  readonly [member: string]: unknown;
}

/**
 * @param secrets `whsec_…`, several during a rotation
 * @param body as received, before any parsing
 * @param options `now`: milliseconds since 1970
 * @returns the payload, and its `id`: handle each id once, because a webhook may come twice
 * @throws WebhookError if no signature matches a secret, or the time differs by more than five minutes
 */
export function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { now = Date.now() }: { readonly now?: number } = {},
): { readonly id: string; readonly payload: WebhookPayload } {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d+$/.test(timestamp)) throw new WebhookError('webhook-timestamp is not a number of seconds');
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE)
    throw new WebhookError('webhook-timestamp differs from the clock by more than five minutes');
  const text = Buffer.from(body);
  const expected = [secrets]
    .flat()
    .map((secret) => createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(text).digest());
  if (!signatures.some((signature) => isBySome(signature, expected)))
    throw new WebhookError('webhook-signature has no signature by the secret');
  return { id, payload: JSON.parse(text.toString('utf8')) };
}

function isBySome(signature: string, expected: readonly Buffer[]): boolean {
  if (!signature.startsWith('v1,')) return false;
  const given = Buffer.from(signature.slice(3), 'base64');
  return expected.some((one) => given.length === one.length && timingSafeEqual(given, one));
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  // Anyone can sign with an empty key.
  if (key.length === 0) throw new TypeError('the webhook secret is empty');
  return key;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof found !== 'string' || found === '') throw new WebhookError(`${name} is missing`);
  return found;
}
