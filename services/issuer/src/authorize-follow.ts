/** GET authorize/follow/{reference}: how the presentation goes that a browser waits for, and where it goes on then. */
import { createHmac } from 'node:crypto';
import { newReference, sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { Operation } from '@countersign/shared/http/message';
import { withParameters } from '@countersign/shared/http/redirect-uri';
import { credentialIssuer } from '@countersign/shared/identifiers';
import type { Platform } from '@countersign/shared/runtime/service';
import { attemptOf } from '@countersign/shared/store/issuance-attempt';
import type { IssuanceProgress } from '@countersign/shared/store/sessions';
import { changeIssuance, type Found, findSession, type IssuanceSession } from './issuance-session.ts';
import { presentationOf } from './protocol/presentation-proven.ts';
import { endOfRejected } from './rejected-presentation.ts';

type Following = 'waiting' | 'expired' | 'refused' | { readonly continue: IssuanceProgress & { state: 'authorized' } };

export interface Followed {
  readonly state: 'waiting' | 'continue' | 'expired' | 'refused';
  /** With `continue`: the redirect URI with code, state and iss. */
  readonly redirect?: string;
}

/** Answers `{state, redirect?}`. */
export function followAuthorization(platform: Platform): Operation {
  return async (request) => {
    const found = await findSession(platform, request, request.params.reference);
    const followed: Followed = found === undefined ? { state: 'expired' } : await followSession(platform, found);
    return { body: { ...followed }, headers: { 'cache-control': 'no-store' } };
  };
}

/**
 * How it stands. `continue` comes after the verified presentation of this very attempt alone; asked again it leads to the
 * same code until that is redeemed, so that a page that asks twice doesn't spoil what it has.
 * @param found the session, and the hash of the reference that a browser follows
 */
export async function followSession(platform: Platform, { session, hash }: Found): Promise<Followed> {
  const vault = await platform.vaults.of(session.tenant);
  const key = vault.derive('browser-code');
  // The secret of the code is a function of the reference that only this browser has.
  const code = newReference(session.handle, () => createHmac('sha256', key).update(`${session.id}.${hash}`).digest());
  let following: Following = 'expired';
  await changeIssuance(platform, session, (part, document) => {
    following = follow(platform, document, hash, code.hash);
    const end = following === 'refused' ? endOfRejected(platform, document) : undefined;
    if (end !== undefined) return end;
    return { issuance: typeof following === 'string' ? part : { ...part, progress: following.continue } };
  });
  return followedOf(following, platform, session.tenant, code.text);
}

function follow(
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  { issuance, presentation }: IssuanceSession,
  hash: string,
  codeHash: string,
): Following {
  const { progress } = issuance;
  if (progress.state === 'failed') return 'refused';
  const attempt = attemptOf(issuance);
  const now = clock();
  if (progress.state !== 'presentation_required' && progress.state !== 'authorized') return 'expired';
  if (attempt?.channel !== 'browser' || !sameHash(attempt.sessionHash, hash) || now >= attempt.expiresAt) {
    return 'expired';
  }
  const presented = presentationOf(attempt, presentation);
  if (presented?.state === 'rejected') return 'refused';
  if (presented?.state !== 'verified') return 'waiting';
  const { request } = progress;
  const expiresAt = now + settings.CODE_TTL * 1000;
  return { continue: { state: 'authorized', request, attempt, codeHash, expiresAt } };
}

function followedOf(following: Following, { settings }: Platform, tenant: string, code: string): Followed {
  if (typeof following === 'string') return { state: following };
  const { redirectUri, state } = following.continue.request;
  const iss = credentialIssuer(settings.PUBLIC_URL, tenant);
  return { state: 'continue', redirect: withParameters(redirectUri, { code, state, iss }) };
}
