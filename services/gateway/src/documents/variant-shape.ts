/** The neutral form is variant B's. Variant A spells `auth` as `auhth` and lacks some fields. */
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject } from '@countersign/shared/kernel/json';
import type { Route, Variant } from '../routes/route.ts';

/** Members that may contain a WebhookConfig. */
const WEBHOOKS = ['webhook', 'notifyWebhook'] as const;
/** Members whose value may contain one of those. */
const HOLDERS = ['presentation_during_issuance', 'credentialPayload'] as const;

/**
 * A body with `auth` in every WebhookConfig.
 * @throws ProtocolError `invalid_request` if both spellings are used
 */
export function toNeutral(body: JsonObject): JsonObject {
  return mapWebhooks(body, (webhook) => {
    const { auhth, ...rest } = webhook;
    if (auhth === undefined) return webhook;
    if (rest.auth !== undefined)
      throw new ProtocolError('invalid_request', 'auth and auhth are both given', {
        reason: 'body_invalid',
        facts: { parameters: ['auth', 'auhth'] },
      });
    return { ...rest, auth: auhth };
  });
}

/** An error for each WebhookConfig that has both spellings. */
export function doublySpelled(body: JsonObject, at = ''): readonly FieldError[] {
  const here = WEBHOOKS.flatMap((name) => {
    const webhook = body[name];
    if (!isObject(webhook) || webhook.auth === undefined || webhook.auhth === undefined) return [];
    const detail = 'auth and auhth are two spellings of one member: give one of them';
    return [{ pointer: `${at}/${name}/auhth`, detail }];
  });
  const below = HOLDERS.flatMap((name) => {
    const holder = body[name];
    return isObject(holder) ? doublySpelled(holder, `${at}/${name}`) : [];
  });
  return [...here, ...below];
}

/** Converts a response to the variant's form. */
export function toVariant(body: Json, shape: Route['shape'], variant: Variant): Json {
  if (shape === undefined || variant === 'b') return body;
  if (Array.isArray(body)) return body.map((item) => (isObject(item) ? toVariantA(item, shape) : item));
  return isObject(body) ? toVariantA(body, shape) : body;
}

function toVariantA(body: JsonObject, shape: Route['shape']): JsonObject {
  const spelled = mapWebhooks(body, (webhook) => {
    const { auth, ...rest } = webhook;
    return auth === undefined ? webhook : { ...rest, auhth: auth };
  });
  switch (shape) {
    case 'configuration': {
      const { createdAt: _, ...rest } = spelled;
      return rest;
    }
    case 'session': {
      const { tenantId: _, notifications, ...rest } = spelled;
      return Array.isArray(notifications) && notifications.length > 0 ? { ...rest, notifications } : rest;
    }
    default:
      return spelled;
  }
}

function mapWebhooks(body: JsonObject, change: (webhook: JsonObject) => JsonObject): JsonObject {
  const mapped: Record<string, Json | undefined> = { ...body };
  for (const name of WEBHOOKS) {
    const webhook = mapped[name];
    if (isObject(webhook)) mapped[name] = change(webhook);
  }
  for (const name of HOLDERS) {
    const holder = mapped[name];
    if (isObject(holder)) mapped[name] = mapWebhooks(holder, change);
  }
  return mapped;
}
