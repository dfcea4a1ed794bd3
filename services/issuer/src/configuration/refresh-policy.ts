/** Whether a grant receives a refresh token, and the source of a renewal's claims. Pure. */
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { CredentialConfiguration } from './credential-configuration.ts';

/** What the offer and the user supplied for the first issuance. Claims are erased with it. */
export interface OfferedForRefresh {
  /** By configuration id. */
  readonly claims?: JsonObject;
  /** Claims of a signed-in user. */
  readonly signedIn?: JsonObject;
  /** Its claims webhook. */
  readonly webhook?: JsonObject;
}

export interface RefreshPolicy {
  /** Seconds; undefined: the setting's. */
  readonly lifetime?: number;
  /** Called for the claims of each renewal; absent: all claims are static. */
  readonly webhook?: JsonObject;
}

/**
 * The policy of a grant: each of its configurations may be renewed, and the claims of each can be obtained again, from
 * one webhook for all of them, otherwise from the static claims.
 * @returns undefined if the grant does not receive a refresh token
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
  if (configurations.some((one, index) => named[index] === undefined && isOnce(one, offered))) return undefined;
  const lifetimes = configurations.flatMap(({ refresh }) => refresh?.lifetime ?? []);
  const [webhook] = webhooks.values();
  return {
    ...(lifetimes.length === 0 ? {} : { lifetime: Math.min(...lifetimes) }),
    ...(webhook === undefined ? {} : { webhook }),
  };
}

/** Whether a configuration's claims were supplied only for this issuance. */
function isOnce(
  { id, attributeProvider }: CredentialConfiguration,
  { claims = {}, signedIn = {} }: OfferedForRefresh,
): boolean {
  if (attributeProvider !== undefined) return false;
  return isObject(own(claims, id)) || Object.keys(signedIn).length > 0;
}

/** The webhook that returned the claims after the presentation. */
function webhookAtIssue(
  { presentationDuringIssuance, claimsWebhook }: CredentialConfiguration,
  offered: OfferedForRefresh,
): JsonObject | undefined {
  return presentationDuringIssuance === undefined ? undefined : (offered.webhook ?? claimsWebhook);
}
