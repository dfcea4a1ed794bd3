/**
 * A renewal's session. It is inserted empty, then recorded, then started. Each step is repeatable, and any number of
 * refreshes end in one session (docs/explanation/model/refresh.pml).
 */

import { newHandle, newReference } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { orderedId } from '@countersign/shared/kernel/ordered-id';
import {
  type NamedSession,
  type RefreshGrantDocument,
  refreshGrants,
} from '@countersign/shared/model/refresh/refresh-grants';
import type { AccessToken, Grant } from '@countersign/shared/model/session/issuance-part';
import { aboutPeople } from '@countersign/shared/model/session/people';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { ProvenRequest } from '../client/dpop/dpop-checks.ts';
import type { Configurations } from '../configuration/configurations.ts';
import { refreshPolicy } from '../configuration/refresh-policy.ts';
import { changeIssuance, issuanceById } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { checkRenewable, nameSession, unknownRefreshToken } from '../session/refresh-transitions.ts';
import { configurationsOf, offeredWebhook, openBasis, type RefreshBasis, refreshable } from './refresh-record.ts';
import { type BegunReissue, beginReissue, emptyReissue, isEmptyReissue } from './reissue-transitions.ts';
import { sealedWalletStatus } from './wallet-status.ts';

/**
 * Inserts the next session, empty, and records it, unless another refresh has done so.
 * @returns the record, which contains the session to continue with
 * @throws ProtocolError `invalid_grant` if the record was removed, or nothing was issued that could be renewed;
 *   `rate_limited`
 */
export async function nextReissueSession(
  platform: Platform,
  record: RefreshGrantDocument,
): Promise<RefreshGrantDocument> {
  const { store, clock, random } = platform;
  checkRenewable(record, clock());
  const inserted = await insertEmpty(platform, record);
  const next = orderedId(clock(), random);
  const own = ofTenant(store, record.tenant);
  const name = (present: RefreshGrantDocument) =>
    nameSession(present, { ...inserted, instead: record.current.session, next, now: clock() });
  const named = await own.takeTransition(refreshGrants, record.id, name);
  if (named !== undefined) return named.document;
  // The record was removed by an erasure or a revocation, which may not have found the session.
  const left = await issuanceById(platform, record.tenant, inserted.session);
  if (left !== undefined && isEmptyReissue(left, inserted.handle)) await own.delete(sessions, left);
  throw unknownRefreshToken({ reason: 'refresh_token_unknown' });
}

async function insertEmpty(platform: Platform, record: RefreshGrantDocument): Promise<NamedSession> {
  const { store, vaults, clock, random, settings } = platform;
  const { tenant, session: firstSession, next: id, configurationIds } = record;
  const own = ofTenant(store, tenant);
  const vault = await vaults.of(tenant);
  const now = clock();
  const handle = newHandle(now, random);
  const offer = {
    credential_issuer: credentialIssuer(settings.PUBLIC_URL, tenant),
    credential_configuration_ids: configurationIds,
  };
  const empty = emptyReissue({
    id,
    tenant,
    handle,
    firstSession,
    now,
    issuance: {
      configurationIds,
      sealedOffer: vault.seal(JSON.stringify(offer), `session/${id}/offer`),
      sealedRequest: vault.seal('{}', `session/${id}/request`),
      offerHash: newReference(handle, random).hash,
      grantHash: newReference(handle, random).hash,
    },
  });
  for (;;) {
    const stored = (await own.insert(sessions, empty)) ?? (await own.get(sessions, id));
    if (stored !== undefined) return { session: id, handle: stored.handle };
  }
}

interface Reissue extends Pick<ProvenRequest, 'client'> {
  readonly platform: Platform;
  readonly configurations: Configurations;
  readonly record: RefreshGrantDocument;
}

/**
 * Starts the renewal in its empty session, with a first token. If a webhook provides the claims, the same write calls
 * it.
 * @returns undefined if another refresh has started it
 * @throws ProtocolError `invalid_grant` if the configurations no longer allow a renewal
 */
export async function beginReissueSession(
  { platform, configurations, record, client }: Reissue,
  session: IssuanceSession,
  token: AccessToken,
): Promise<Grant | undefined> {
  const { vaults, settings, clock } = platform;
  const { tenant } = record;
  const vault = await vaults.of(tenant);
  const basis = openBasis(vault, record);
  const found = await configurationsOf(configurations, tenant, record.configurationIds);
  const policy = found && refreshPolicy(found, offeredWebhook(basis.request));
  if (policy === undefined || (basis.byWebhook && policy.webhook === undefined)) throw notRenewable(record);
  const { id } = session;
  const seal = (value: unknown, part: string): string => vault.seal(JSON.stringify(value), `session/${id}/${part}`);
  const deadline = clock() + settings.CLAIMS_DEADLINE * 1000;
  const { refreshId, waitsUntil } = refreshable(platform, session, record.id);
  const requestId = newReference(session.handle, platform.random).hash;
  const claims = policy.webhook && {
    requestId,
    deadline: Math.min(deadline, waitsUntil),
    sealedWebhook: seal(policy.webhook, 'webhook/claims'),
  };
  const status = await sealedWalletStatus(platform, session, client);
  const { notifyWebhook } = basis.request;
  const begun: BegunReissue = {
    ...fromBackend(basis),
    ...aboutPeople(record.people),
    handle: record.current.handle,
    grant: {
      ...grantUnder(record, token),
      ...status,
      refreshId,
      waitsUntil,
      ...(claims === undefined ? {} : { requestId }),
    },
    sealedRequest: seal(basis.request, 'request'),
    ...(notifyWebhook === undefined ? {} : { sealedOutcomeWebhook: seal(notifyWebhook, 'webhook/outcome') }),
    ...(claims === undefined ? {} : { claims }),
  };
  const changed = await changeIssuance(platform, session, (present) => beginReissue(present, begun));
  return changed?.result;
}

function grantUnder(record: RefreshGrantDocument, token: AccessToken): Grant {
  const { holder, configurationIds, authorizationDetails } = record;
  const { authenticated: _, ...keys } = holder;
  return { ...token, ...keys, configurationIds, authorizationDetails };
}

function fromBackend({ state, offerSession }: RefreshBasis): Pick<SessionDocument, 'state' | 'offerSession'> {
  return { ...(state === undefined ? {} : { state }), ...(offerSession === undefined ? {} : { offerSession }) };
}

function notRenewable({ configurationIds }: RefreshGrantDocument): ProtocolError {
  return new ProtocolError('invalid_grant', 'These credentials can no longer be renewed', {
    reason: 'refresh_withdrawn',
    facts: { configurationIds },
  });
}
