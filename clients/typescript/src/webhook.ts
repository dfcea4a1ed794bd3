/** Webhooks by Standard Webhooks: whether one is genuine and fresh. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that a webhook may be old, or from the future. */
const TOLERANCE = 300;

/** The webhook is not genuine: answer 401, and do not use its body. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What every payload has; docs/reference/webhooks.md lists the types and their other members. */
export interface WebhookPayload {
  readonly type: string;
  readonly session: string;
  readonly timestamp: string;
  readonly [member: string]: unknown;
}

/**
 * @param secrets `whsec_…`: several during a rotation
 * @param body as it arrived, before any parsing
 * @param options `now`: milliseconds since 1970
 * @returns `id`, of which each is to be handled once, and the payload
 * @throws WebhookError where no signature is by a secret, or the time is more than five minutes away
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
  if (!/^\d+$/.test(timestamp)) throw new WebhookError('webhook-timestamp is no time');
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE)
    throw new WebhookError('webhook-timestamp is more than five minutes away');
  const text = Buffer.from(body);
  const expected = [secrets]
    .flat()
    .map((secret) => createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(text).digest());
  if (!signatures.some((signature) => isBySome(signature, expected)))
    throw new WebhookError('no signature in webhook-signature is by the secret');
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
  if (key.length === 0) throw new TypeError('a secret of a webhook is empty');
  return key;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof found !== 'string' || found === '') throw new WebhookError(`${name} is missing`);
  return found;
}
