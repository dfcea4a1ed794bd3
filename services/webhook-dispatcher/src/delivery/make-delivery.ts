/**
 * Creates the delivery for an event. Insert-if-absent on the event id, so a repeated event creates no second delivery.
 */

import type { WebhookConfig } from '@countersign/shared/flow-config/webhook-config';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { parseJson } from '@countersign/shared/kernel/json';
import { type DeliveryDocument, deliveries } from '@countersign/shared/model/delivery/deliveries';
import { webhookOf } from '@countersign/shared/model/session/pending';
import type { PendingDelivery, SessionDocument, SessionWebhooks } from '@countersign/shared/model/session/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import { CLAIMS_REQUESTED, payloadType } from '../sending/payload-type.ts';
import { createdDelivery } from './delivery-transitions.ts';
import { pausesOf } from './schedule.ts';

/** Decrypts a webhook of the session. */
export async function openWebhook(
  { vaults }: Pick<DispatcherPlatform, 'vaults'>,
  session: SessionDocument,
  name: keyof SessionWebhooks,
): Promise<WebhookConfig | undefined> {
  const sealed = session.webhooks?.[name];
  if (sealed === undefined) return undefined;
  const vault = await vaults.of(session.tenant);
  return parseJson(vault.open(sealed, `session/${session.id}/webhook/${name}`)) as JsonObject & WebhookConfig;
}

/**
 * The delivery of a pending event, created if missing.
 * @returns undefined if the session has no webhook for it
 */
export async function makeDelivery(
  platform: DispatcherPlatform,
  session: SessionDocument,
  pending: PendingDelivery,
): Promise<DeliveryDocument | undefined> {
  const own = ofTenant(platform.store, session.tenant);
  const present = await own.get(deliveries, pending.id);
  if (present !== undefined) return present;
  const made = await newDelivery(platform, session, pending);
  if (made === undefined) return undefined;
  const inserted = await own.insert(deliveries, made);
  return inserted ?? (await own.get(deliveries, pending.id));
}

/** The delivery of a pending event, to be inserted; undefined if the session has no webhook for it. */
export async function newDelivery(
  platform: DispatcherPlatform,
  session: SessionDocument,
  pending: PendingDelivery,
): Promise<Omit<DeliveryDocument, 'rev'> | undefined> {
  const name = webhookOf(session.webhooks, pending.type);
  const config = name === undefined ? undefined : await openWebhook(platform, session, name);
  if (name === undefined || config === undefined) return undefined;
  const now = platform.clock();
  return createdDelivery({
    id: pending.id,
    tenant: session.tenant,
    session: session.id,
    type:
      pending.type === 'presentation.verified.v1' && name === 'claims' ? CLAIMS_REQUESTED : payloadType(pending.type),
    at: pending.at,
    data: pending.data,
    webhook: name,
    target: new URL(config.url).origin,
    // A wallet waits for claims.
    dueAt: name === 'claims' ? now : now + (pausesOf(platform.settings.WEBHOOK_SCHEDULE)[0] ?? 0),
    createdAt: now,
  });
}
