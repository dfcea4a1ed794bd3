/** The change of the secret that signs the webhooks of a tenant, with a time in which the earlier one signs too. Pure; times in milliseconds. */

import type { EarlierSecret, WebhookSecretDocument } from '@countersign/shared/model/delivery/webhook-secrets';
import type { Transition } from '@countersign/shared/store/update-document';

/** Maximum number of earlier secrets that may sign: each adds a signature to the headers of every webhook. */
export const MAX_EARLIER = 3;

/** A tenant whose secret has never been changed. */
export function firstWebhookSecret(tenant: string): Omit<WebhookSecretDocument, 'rev'> {
  return { id: tenant, tenant, generation: 1, rotatedAt: 0, earlier: [] };
}

/**
 * Makes the next generation the current one. No earlier secret signs for longer than the overlap: 0 ends all of them
 * immediately.
 * @returns result: `overlapping` if too many earlier secrets would sign; nothing changes then
 */
export function rotateWebhookSecret(
  document: WebhookSecretDocument,
  { now, overlap }: { readonly now: number; readonly overlap: number },
): Transition<WebhookSecretDocument, 'rotated' | 'overlapping'> {
  const until = now + overlap;
  const earlier = [{ generation: document.generation, until }, ...document.earlier]
    .map((one) => ({ ...one, until: Math.min(one.until, until) }))
    .filter((one) => one.until > now);
  if (earlier.length > MAX_EARLIER) return { document, result: 'overlapping' };
  return {
    document: { ...document, generation: document.generation + 1, rotatedAt: now, earlier },
    result: 'rotated',
  };
}

/** The earlier secrets that sign now, newest first. */
export function earlierSecrets(
  document: Pick<WebhookSecretDocument, 'earlier'>,
  now: number,
): readonly EarlierSecret[] {
  return document.earlier.filter(({ until }) => until > now);
}
