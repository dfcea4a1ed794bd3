/** The source of a credential's claims: the first source with claims wins, per configuration, without merging. */
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { CredentialConfiguration } from './credential-configuration.ts';
import { signedInElements } from './mdoc-elements.ts';

/** Claims and lifetimes of the offer, stored sealed in the session. */
export interface OfferedIssuance {
  /** Claims of the offer by configuration id; a present id counts, also with `{}`. */
  readonly claims?: JsonObject;
  /** Claims of the webhook by configuration id; a missing id has none. */
  readonly webhook?: Readonly<Record<string, JsonObject>>;
  /** Claims of the person who signed in, by their names in the credential. */
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

/** Claims of the webhook, else of the offer, else of the sign-in, else static claims of the configuration, else none. */
export function resolveClaims(configuration: CredentialConfiguration, offered: OfferedIssuance): JsonObject {
  const webhook = offered.webhook === undefined ? undefined : own(offered.webhook, configuration.id);
  if (isObject(webhook)) return webhook;
  const given = offered.claims === undefined ? undefined : own(offered.claims, configuration.id);
  if (isObject(given)) return given;
  const signedIn = signedInClaims(configuration, offered.signedIn ?? {});
  return Object.keys(signedIn).length > 0 ? signedIn : configuration.claims;
}

function signedInClaims(configuration: CredentialConfiguration, signedIn: JsonObject): JsonObject {
  if (configuration.format === 'mso_mdoc') return signedInElements(configuration, signedIn);
  return fittingClaims(configuration, signedIn);
}

/** The claim map serves all configurations of a tenant: of its claims a schema takes those that it names. */
function fittingClaims({ schema }: Pick<CredentialConfiguration, 'schema'>, signedIn: JsonObject): JsonObject {
  const named = schema?.properties;
  if (!isObject(named)) return signedIn;
  return Object.fromEntries(Object.entries(signedIn).filter(([name]) => Object.hasOwn(named, name)));
}

/** Seconds from issue to the end: of the offer, else of the configuration; undefined where neither says it. */
export function resolveLifetime(configuration: CredentialConfiguration, offered: OfferedIssuance): number | undefined {
  const given = offered.lifetimes === undefined ? undefined : own(offered.lifetimes, configuration.id);
  return typeof given === 'number' ? given : configuration.lifetime;
}
