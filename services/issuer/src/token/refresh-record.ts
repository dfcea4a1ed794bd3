/** The record of a refresh token, around the redemption of a code: written before it, given after it (docs/explanation/model/refresh.pml). */

import { newHandle, newReference } from '@countersign/shared/crypto/wallet-reference';
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { orderedId } from '@countersign/shared/kernel/ordered-id';
import type { Vault } from '@countersign/shared/keys/vault';
import {
  type RefreshGrantDocument,
  type RefreshHolder,
  refreshGrantId,
  refreshGrants,
} from '@countersign/shared/model/refresh/refresh-grants';
import type { Grant } from '@countersign/shared/model/session/issuance-part';
import { aboutPeople } from '@countersign/shared/model/session/people';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { openOffered } from '../claims/offered-issuance.ts';
import type { CheckedClient } from '../client/client-authentication.ts';
import type { Configurations } from '../configuration/configurations.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import { type OfferedForRefresh, type RefreshPolicy, refreshPolicy } from '../configuration/refresh-policy.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { giveRefresh, newRefreshGrant } from '../session/refresh-transitions.ts';
import { openWalletStatus } from './wallet-status.ts';

/** What a new session is created from; sealed in the record. */
export interface RefreshBasis {
  /** The offer request as kept in the first session: lifetimes and webhooks, without claims. */
  readonly request: JsonObject;
  readonly state?: string;
  readonly offerSession?: string;
  /** True if a webhook provides the claims. Without one they are not replaced. */
  readonly byWebhook: boolean;
}

/** A record that is written, and its token. */
interface PreparedRefresh {
  readonly record: RefreshGrantDocument;
  readonly token: string;
}

interface Dependencies {
  readonly platform: Platform;
  readonly configurations: Configurations;
  readonly client: CheckedClient | undefined;
}

/** Milliseconds beyond the deadline of the claims in which the wallet may still fetch its credentials. */
const TIME_TO_FETCH = 600_000;

/** The members of a grant with a refresh token: a deferred credential may wait longer than the access token lives. */
export function refreshable(
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  { createdAt }: Pick<IssuanceSession, 'createdAt'>,
  refreshId: string,
): Required<Pick<Grant, 'refreshId' | 'waitsUntil'>> {
  const waitsUntil = clock() + settings.CLAIMS_DEADLINE * 1000 + TIME_TO_FETCH;
  return { refreshId, waitsUntil: Math.min(waitsUntil, createdAt + settings.SESSION_TTL * 1000) };
}

/** A redemption that was written, and the members of its response. */
export interface Issued<R> {
  readonly result: R;
  readonly answer: { readonly refresh_token?: string };
}

/**
 * Runs a redemption between the two writes of its refresh token.
 * @param issue the expected session and grant; undefined if no token will be issued
 * @param redeem returns undefined if nothing was written
 */
export async function withRefreshToken<R>(
  dependencies: Dependencies,
  issue: { readonly session: IssuanceSession; readonly grant: Grant } | undefined,
  redeem: (refresh?: { readonly refreshId: string }) => Promise<R | undefined>,
): Promise<Issued<R> | undefined> {
  const prepared = issue && (await prepareRefresh(dependencies, issue.session, issue.grant));
  if (issue === undefined || prepared === undefined) {
    const result = await redeem();
    return result === undefined ? undefined : { result, answer: {} };
  }
  const { platform } = dependencies;
  let result: R | undefined;
  try {
    result = await redeem({ refreshId: prepared.record.id });
  } finally {
    // Another request has redeemed the code, or this one was refused. After a crash a job removes the record.
    if (result === undefined) await removeRefresh(platform, prepared.record);
  }
  if (result === undefined) return undefined;
  const token = await giveRefreshToken(platform, issue.session, prepared);
  return { result, answer: token === undefined ? {} : { refresh_token: token } };
}

/**
 * Writes the record of a grant that receives a refresh token: an attested or DPoP-bound client, whose credentials may
 * be renewed.
 * @param grant the grant that the redemption would write
 */
async function prepareRefresh(
  { platform, configurations, client }: Dependencies,
  session: IssuanceSession,
  grant: Grant,
): Promise<PreparedRefresh | undefined> {
  if (grant.dpopJkt === undefined && grant.instanceJkt === undefined) return undefined;
  const { store, vaults, clock, random } = platform;
  const { tenant } = session;
  const found = await configurationsOf(configurations, tenant, grant.configurationIds);
  // Most configurations are not renewed: then nothing is opened.
  if (found === undefined || found.some(({ refresh }) => refresh === undefined)) return undefined;
  const vault = await vaults.of(tenant);
  const request = keptRequest(vault, session);
  const policy = refreshPolicy(found, { ...openOffered(vault, session), ...offeredWebhook(request) });
  if (policy === undefined) return undefined;
  const now = clock();
  const handle = newHandle(now, random);
  const reference = newReference(handle, random);
  const id = refreshGrantId(handle);
  const record = newRefreshGrant({
    id,
    tenant,
    tokenHash: reference.hash,
    session: session.id,
    ...aboutPeople(session.people),
    current: { session: session.id, handle: session.handle },
    next: orderedId(now, random),
    holder: holderOf(grant, client),
    configurationIds: grant.configurationIds,
    authorizationDetails: grant.authorizationDetails,
    sealedBasis: vault.seal(JSON.stringify(basisOf(session, request, policy)), `refresh/${id}/basis`),
    ...walletStatus(vault, session, grant, id),
    expiresAt: now + (policy.lifetime ?? platform.settings.REFRESH_TOKEN_TTL) * 1000,
    now,
  });
  const stored = await ofTenant(store, tenant).insert(refreshGrants, record);
  if (stored === undefined) throw new Error('A fresh refresh token is taken already');
  return { record: stored, token: reference.text };
}

/** The token leaves with the response. @returns undefined if an erasure has started and removed the record */
async function giveRefreshToken(
  { store, clock, settings }: Pick<Platform, 'store' | 'clock' | 'settings'>,
  { createdAt }: IssuanceSession,
  { record, token }: PreparedRefresh,
): Promise<string | undefined> {
  // Twice its lifetime at most, until the session is erased.
  const unusedUntil = createdAt + 2 * settings.SESSION_TTL * 1000;
  const give = (present: RefreshGrantDocument): RefreshGrantDocument =>
    giveRefresh(present, { unusedUntil, now: clock() });
  const given = await ofTenant(store, record.tenant).update(refreshGrants, record.id, give, record);
  return given === undefined ? undefined : token;
}

/** Removes a record, in whatever state it is. */
export async function removeRefresh(
  { store }: Pick<Platform, 'store'>,
  { tenant, id }: Pick<RefreshGrantDocument, 'tenant' | 'id'>,
): Promise<void> {
  const own = ofTenant(store, tenant);
  for (;;) {
    const present = await own.get(refreshGrants, id);
    if (present === undefined || (await own.delete(refreshGrants, present))) return;
  }
}

/** A grant's configurations; undefined if one of them can no longer be used. */
export async function configurationsOf(
  configurations: Configurations,
  tenant: string,
  ids: readonly string[],
): Promise<readonly Configuration[] | undefined> {
  const found = await Promise.all(ids.map((id) => configurations.get(tenant, id)));
  const usable = found.filter((one) => one !== undefined);
  return usable.length === ids.length ? usable : undefined;
}

/** Opens what a new session is created from. */
export function openBasis(vault: Vault, { id, sealedBasis }: RefreshGrantDocument): RefreshBasis {
  return parseJson(vault.open(sealedBasis, `refresh/${id}/basis`)) as unknown as RefreshBasis;
}

/** The offer's claims webhook. */
export function offeredWebhook({ webhook }: JsonObject): Pick<OfferedForRefresh, 'webhook'> {
  return isObject(webhook) ? { webhook } : {};
}

function keptRequest(vault: Vault, { id, issuance }: IssuanceSession): JsonObject {
  const kept = parseJson(vault.open(issuance.sealedRequest, `session/${id}/request`));
  return isObject(kept) ? kept : {};
}

function basisOf(session: IssuanceSession, request: JsonObject, policy: RefreshPolicy): RefreshBasis {
  const { state, offerSession } = session;
  return {
    request,
    ...(state === undefined ? {} : { state }),
    ...(offerSession === undefined ? {} : { offerSession }),
    byWebhook: policy.webhook !== undefined,
  };
}

function holderOf({ clientId, instanceJkt, dpopJkt }: Grant, client: CheckedClient | undefined): RefreshHolder {
  return {
    ...(clientId === undefined ? {} : { clientId }),
    ...(client?.authenticated ? { authenticated: true } : {}),
    ...(instanceJkt === undefined ? {} : { instanceJkt }),
    ...(dpopJkt === undefined ? {} : { dpopJkt }),
  };
}

/** The status reference of the attestation, sealed again for the record. */
function walletStatus(
  vault: Vault,
  session: IssuanceSession,
  grant: Grant,
  id: string,
): Pick<RefreshGrantDocument, 'sealedWalletStatus'> {
  const [status] = openWalletStatus(vault, session, grant);
  return status === undefined
    ? {}
    : { sealedWalletStatus: vault.seal(JSON.stringify(status), `refresh/${id}/wallet-status`) };
}
