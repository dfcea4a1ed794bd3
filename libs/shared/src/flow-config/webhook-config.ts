/** The checks of a WebhookConfig that the API's schema can't express. Pure. */

import { webhookConfigSchema } from '../configuration-documents/webhook.ts';
import type { Static } from '../http/static-type.ts';
import { compileSchema } from '../http/validate.ts';
import { parseAllowList, urlFinding } from '../kernel/address.ts';
import type { FieldError } from '../kernel/errors.ts';
import { isObject, type Json, type JsonObject } from '../kernel/json.ts';
import { withChecks } from './document-findings.ts';

/** A WebhookConfig in its neutral form, as stored. */
export type WebhookConfig = Omit<Static<typeof webhookConfigSchema>, 'auhth'>;

const SECRET_PREFIX = 'whsec_';
const LEAST_SECRET = 24;
const MAX_SECRET = 64;

const URL_DETAILS = {
  url: 'The URL cannot be used',
  scheme: 'The URL is not https. To allow it, add the target to OUTBOUND_ALLOW',
  address: 'The address is private. To allow it, add the target to OUTBOUND_ALLOW',
} as const;

const validate = compileSchema(webhookConfigSchema);

/**
 * Lists the errors in a WebhookConfig, never with one of its values.
 * @param pointer its place in the body
 * @param allow OUTBOUND_ALLOW
 */
export function webhookFindings(config: Json, pointer: string, allow: readonly string[]): readonly FieldError[] {
  const shape = validate(config).map((finding) => ({ ...finding, pointer: pointer + finding.pointer }));
  return withChecks(shape, [() => webhookRuleFindings(config, pointer, allow)]);
}

/**
 * The same for a webhook whose shape is already checked, and for its container. Members of the wrong type are left out.
 */
export function webhookRuleFindings(config: Json, pointer: string, allow: readonly string[]): readonly FieldError[] {
  const { url, signingSecret: secret } = isObject(config) ? config : {};
  const wrong = typeof url === 'string' ? urlFinding(parseAllowList(allow).list, url) : undefined;
  return [
    ...(wrong === undefined ? [] : [{ pointer: `${pointer}/url`, detail: URL_DETAILS[wrong] }]),
    ...(typeof secret !== 'string' || secretBytes(secret) !== undefined
      ? []
      : [{ pointer: `${pointer}/signingSecret`, detail: 'must be whsec_ and base64 of 24 to 64 bytes' }]),
  ];
}

/**
 * A configuration's webhook in its neutral form. A plain URL is a webhook too, and files spell `auth` in several ways.
 */
export function neutralWebhook(webhook: Json | undefined): JsonObject | undefined {
  if (typeof webhook === 'string') return { url: webhook };
  if (!isObject(webhook)) return undefined;
  const { auhth, ...rest } = webhook;
  return auhth === undefined ? rest : { ...rest, auth: auhth };
}

/** The key in a signing secret (Standard Webhooks); undefined if it has the wrong form. */
export function secretBytes(secret: string): Buffer | undefined {
  if (!secret.startsWith(SECRET_PREFIX)) return undefined;
  const text = secret.slice(SECRET_PREFIX.length);
  const bytes = Buffer.from(text, 'base64');
  const canonical = bytes.toString('base64');
  if (canonical !== text && canonical.replace(/=+$/, '') !== text) return undefined;
  return bytes.length >= LEAST_SECRET && bytes.length <= MAX_SECRET ? bytes : undefined;
}

/** A signing secret of these bytes. */
export function secretText(bytes: Buffer): string {
  return SECRET_PREFIX + bytes.toString('base64');
}
