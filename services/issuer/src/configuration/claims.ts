/** The source of a credential's claims: the first source with claims wins, per configuration, without merging. */
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { claimRules } from './claim-rules.ts';
import type { CredentialConfiguration } from './credential-configuration.ts';

/** Claims and lifetimes of the offer, stored sealed in the session. */
export interface OfferedIssuance {
  /** The offer's claims by configuration id. An id that is present takes precedence, even with `{}`. */
  readonly claims?: JsonObject;
  /** The webhook's claims by configuration id. A missing id has no claims. */
  readonly webhook?: Readonly<Record<string, JsonObject>>;
  /** Claims of the signed-in user, by their names in the credential. */
  readonly signedIn?: JsonObject;
  /** Seconds to `exp` by configuration id. */
  readonly lifetimes?: JsonObject;
}

/** The members of an offer request that issuance reads later. */
export function offeredIssuance(body: Json): Pick<OfferedIssuance, 'claims' | 'lifetimes'> {
  if (!isObject(body)) return {};
  return {
    ...(isObject(body.claims) ? { claims: body.claims } : {}),
    ...(isObject(body.lifetimes) ? { lifetimes: body.lifetimes } : {}),
  };
}

/**
 * The claims from the first source that has them: the webhook, the offer, the sign-in, the configuration's static
 * claims.
 */
export function resolveClaims(configuration: CredentialConfiguration, offered: OfferedIssuance): JsonObject {
  const webhook = offered.webhook === undefined ? undefined : own(offered.webhook, configuration.id);
  if (isObject(webhook)) return webhook;
  const given = offered.claims === undefined ? undefined : own(offered.claims, configuration.id);
  if (isObject(given)) return given;
  const signedIn = claimRules[configuration.format].signedIn(configuration, offered.signedIn ?? {});
  return Object.keys(signedIn).length > 0 ? signedIn : configuration.claims;
}

/** Seconds from issuance to expiry: from the offer, otherwise from the configuration; undefined if neither sets it. */
export function resolveLifetime(configuration: CredentialConfiguration, offered: OfferedIssuance): number | undefined {
  const given = offered.lifetimes === undefined ? undefined : own(offered.lifetimes, configuration.id);
  return typeof given === 'number' ? given : configuration.lifetime;
}
