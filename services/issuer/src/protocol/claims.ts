/** Which claims a credential gets: first source that speaks wins, per configuration, without merging (behaviour rule 4). */
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { CredentialConfiguration } from './credential-configuration.ts';

/** What the backend asked for with the offer, as kept sealed in the session. */
export interface OfferedIssuance {
  /** Keyed by configuration id; an id that is present counts as given, also with `{}`. */
  readonly claims?: JsonObject;
  /** What the claims webhook gave, keyed by configuration id; a missing id gives none. */
  readonly webhook?: Readonly<Record<string, JsonObject>>;
  /** Seconds to `exp`, keyed by configuration id. */
  readonly lifetimes?: JsonObject;
}

/** The parts of an offer request that issuing reads later. */
export function offeredIssuance(body: Json): Pick<OfferedIssuance, 'claims' | 'lifetimes'> {
  if (!isObject(body)) return {};
  return {
    ...(isObject(body.claims) ? { claims: body.claims } : {}),
    ...(isObject(body.lifetimes) ? { lifetimes: body.lifetimes } : {}),
  };
}

/** Claims of the webhook, else of the offer, else static claims of the configuration, else none. */
export function resolveClaims(configuration: CredentialConfiguration, offered: OfferedIssuance): JsonObject {
  const webhook = offered.webhook === undefined ? undefined : own(offered.webhook, configuration.id);
  if (isObject(webhook)) return webhook;
  const given = offered.claims === undefined ? undefined : own(offered.claims, configuration.id);
  return isObject(given) ? given : configuration.claims;
}

/** Seconds from issue to `exp`: of the offer, else of the configuration, else no end. */
export function resolveLifetime(configuration: CredentialConfiguration, offered: OfferedIssuance): number | undefined {
  const given = offered.lifetimes === undefined ? undefined : own(offered.lifetimes, configuration.id);
  return typeof given === 'number' ? given : configuration.lifetime;
}
