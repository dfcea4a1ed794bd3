/** Whether a grant gets a refresh token, and where the claims of a renewal come from. Pure. */
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { CredentialConfiguration } from './credential-configuration.ts';

/** What the offer and the person brought for the first issuance; claims are erased with it. */
export interface OfferedForRefresh {
  /** By configuration id. */
  readonly claims?: JsonObject;
  /** Of a person who signed in. */
  readonly signedIn?: JsonObject;
  /** Its claims webhook. */
  readonly webhook?: JsonObject;
}

export interface RefreshPolicy {
  /** Seconds; undefined: that of the setting. */
  readonly lifetime?: number;
  /** Called for the claims of each renewal; absent: all claims are static. */
  readonly webhook?: JsonObject;
}

/**
 * The policy of a grant: each of its configurations may be renewed, and the claims of each can be found again: by one webhook
 * for all of them, else among the static claims.
 * @returns undefined where the grant gets no refresh token
 */
export function refreshPolicy(
  configurations: readonly CredentialConfiguration[],
  offered: OfferedForRefresh,
): RefreshPolicy | undefined {
  const [first] = configurations;
  if (first === undefined || configurations.some(({ refresh }) => refresh === undefined)) return undefined;
  const named = configurations.map((one) => one.refresh?.webhook ?? webhookAtIssue(one, offered));
  const webhooks = new Map(named.filter((one) => one !== undefined).map((one) => [JSON.stringify(one), one]));
  if (webhooks.size > 1) return undefined;
  if (configurations.some(({ id }, index) => named[index] === undefined && isOnce(id, offered))) return undefined;
  const lifetimes = configurations.flatMap(({ refresh }) => refresh?.lifetime ?? []);
  const [webhook] = webhooks.values();
  return {
    ...(lifetimes.length === 0 ? {} : { lifetime: Math.min(...lifetimes) }),
    ...(webhook === undefined ? {} : { webhook }),
  };
}

/** Whether the claims of a configuration came with this issuance alone. */
function isOnce(id: string, { claims = {}, signedIn = {} }: OfferedForRefresh): boolean {
  return isObject(own(claims, id)) || Object.keys(signedIn).length > 0;
}

/** The webhook that returned the claims after the presentation. */
function webhookAtIssue(
  { presentationDuringIssuance, claimsWebhook }: CredentialConfiguration,
  offered: OfferedForRefresh,
): JsonObject | undefined {
  return presentationDuringIssuance === undefined ? undefined : (offered.webhook ?? claimsWebhook);
}
