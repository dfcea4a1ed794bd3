/** `GET /webhooks/secret` and `POST /webhooks/secret/rotate`: the secret that signs the webhooks of a tenant. */

import { secretText } from '@countersign/shared/flow-config/webhook-config';
import type { Operation } from '@countersign/shared/http/message';
import { isoTime } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { WebhookSecretRotation } from '@countersign/shared/messages/webhook-secret-rotation';
import { type WebhookSecretDocument, webhookSecrets } from '@countersign/shared/model/delivery/webhook-secrets';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import { tenantSecret, tenantSecrets } from '../sending/tenant-secret.ts';
import {
  earlierSecrets,
  firstWebhookSecret,
  MAX_EARLIER,
  rotateWebhookSecret,
} from '../sending/webhook-secret-transitions.ts';

type SecretPlatform = Pick<DispatcherPlatform, 'store' | 'vaults' | 'clock'>;

/** Default overlap of the earlier secret, seconds. */
const OVERLAP = 86_400;
/** Visible characters of a secret, so that a user can tell two apart: 24 of 256 bits. */
const SHOWN = 4;

/** The current secret, masked. */
export function showSecret(platform: SecretPlatform): Operation {
  return async ({ tenant }) => {
    const now = platform.clock();
    const { document, present } = await tenantSecrets(platform, tenant, now);
    return { body: view(document, maskedSecret(secretText(present)), now) };
  };
}

/** Rotates the secret. Only this response contains the new one. */
export function rotateSecret(platform: SecretPlatform): Operation<WebhookSecretRotation | undefined> {
  const { store, vaults, clock } = platform;
  return async ({ tenant, body }) => {
    const overlap = (body?.overlap ?? OVERLAP) * 1000;
    const own = ofTenant(store, tenant);
    const vault = await vaults.of(tenant);
    // Insert-if-absent: if another call has written the document, that one changes.
    await own.insert(webhookSecrets, firstWebhookSecret(tenant));
    const now = clock();
    const rotated = await own.takeTransition(webhookSecrets, tenant, (present) =>
      rotateWebhookSecret(present, { now, overlap }),
    );
    if (rotated === undefined) throw new Error('A document that is never removed was removed');
    if (rotated.result === 'overlapping') {
      throw new ProtocolError('conflict', `${MAX_EARLIER} earlier secrets sign still`, {
        reason: 'webhook_secret_overlaps',
        facts: { most: MAX_EARLIER },
      });
    }
    const { document } = rotated;
    return { body: view(document, secretText(tenantSecret(vault, document.generation)), now) };
  };
}

/** @param secret the current one, masked or whole */
function view(document: Omit<WebhookSecretDocument, 'rev'>, secret: string, now: number): JsonObject {
  const { generation, rotatedAt } = document;
  return {
    secret,
    generation,
    ...(rotatedAt === 0 ? {} : { rotatedAt: isoTime(rotatedAt) }),
    earlier: earlierSecrets(document, now).map((one) => ({
      generation: one.generation,
      until: isoTime(one.until),
    })),
  };
}

/** A secret with a recognizable end. */
function maskedSecret(secret: string): string {
  return `${secret.slice(0, secret.indexOf('_') + 1)}…${secret.slice(-SHOWN)}`;
}
