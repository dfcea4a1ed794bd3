/** The grant `refresh_token` (RFC 6749, 6): one more access token, in the current session or in a renewal's. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh/refresh-grants';
import type { AccessToken, Grant } from '@countersign/shared/model/session/issuance-part';
import { type ProvenRequest, useProofs } from '../client/dpop/dpop-checks.ts';
import type { Received } from '../client/received.ts';
import { changeIssuance, issuanceById } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { newToken, tokenAnswer } from './access-grant.ts';
import { beginReissueSession, nextReissueSession } from './reissue-session.ts';
import { addToken, isEmptyReissue } from './reissue-transitions.ts';

/** Rounds: more than one is needed if refreshes collide, or a session has ended. */
const TRIES = 8;

/** A refresh that has passed its checks. */
export interface RefreshRequest extends Received, ProvenRequest {
  readonly refreshToken: string;
  readonly record: RefreshGrantDocument;
  /** Configurations that the new token covers, if fewer than were granted. */
  readonly only?: readonly string[];
  /** True if the request has authorization_details. */
  readonly identifiers: boolean;
}

/**
 * Adds an access token. The refresh token stays the same: it is bound to keys, and a wallet that loses a response
 * repeats its request (FAPI 2.0, 5.3.2.1: no rotation).
 * @throws ProtocolError `invalid_grant` if there is nothing to renew; `rate_limited`
 */
export async function redeemRefreshToken(refresh: RefreshRequest): Promise<JsonObject> {
  const { platform, refreshToken } = refresh;
  await useProofs(refresh);
  const { token, grant } = await furtherToken(refresh);
  return { ...tokenAnswer(token, grant, platform.clock()), refresh_token: refreshToken };
}

interface TokenOfGrant {
  readonly token: string;
  readonly grant: Grant;
}

async function furtherToken(refresh: RefreshRequest): Promise<TokenOfGrant> {
  const { platform, reports } = refresh;
  let { record } = refresh;
  for (let n = 0; n < TRIES; n += 1) {
    const session = await issuanceById(platform, record.tenant, record.current.session);
    if (session !== undefined) {
      reports.reached(session);
      const added = await addedToken(refresh, session);
      if (added !== undefined) return added;
      // Recorded, but not started yet: by this request, or by one that crashed.
      if (isEmptyReissue(session, record.current.handle)) {
        const begun = await begunToken({ ...refresh, record }, session);
        if (begun !== undefined) return begun;
        continue;
      }
    }
    record = await nextReissueSession(platform, record);
  }
  throw new ProtocolError('temporarily_unavailable', 'Too many concurrent refreshes; try again', {
    headers: { 'retry-after': '1' },
    reason: 'refresh_collision',
    facts: { retryAfterSeconds: 1 },
  });
}

async function addedToken(refresh: RefreshRequest, session: IssuanceSession): Promise<TokenOfGrant | undefined> {
  const { platform, record } = refresh;
  const { token, entry } = newEntry(refresh, session);
  const changed = await changeIssuance(platform, session, (present) =>
    addToken(present, { refreshId: record.id, token: entry, now: platform.clock() }),
  );
  return changed?.result === undefined ? undefined : { token, grant: changed.result };
}

async function begunToken(refresh: RefreshRequest, session: IssuanceSession): Promise<TokenOfGrant | undefined> {
  const { token, entry } = newEntry(refresh, session);
  const grant = await beginReissueSession(refresh, session, entry);
  return grant === undefined ? undefined : { token, grant };
}

function newEntry(
  { platform, record, proof, only, identifiers }: RefreshRequest,
  { handle }: IssuanceSession,
): { readonly token: string; readonly entry: AccessToken } {
  const { settings, clock } = platform;
  const { token, tokenHash } = newToken(platform, handle);
  // The first token's lifetime, so that no Bearer token lives as long as a DPoP token.
  const ttl = record.holder.dpopJkt === undefined ? settings.TOKEN_TTL_BEARER : settings.TOKEN_TTL_DPOP;
  return {
    token,
    entry: {
      tokenHash,
      expiresAt: clock() + ttl * 1000,
      ...(proof === undefined ? {} : { refreshJkt: proof.jkt }),
      ...(only === undefined ? {} : { only }),
      ...(identifiers ? { identifiers } : {}),
    },
  };
}
