/** The claims of a credential request whose webhook returns them: the request waits briefly, then it is deferred. */

import type { Arrivals } from '@countersign/shared/bus/arrivals';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { currentClaims } from '@countersign/shared/model/session/issuance-attempt';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Configuration } from '../configuration/listed-configuration.ts';
import { grantOf } from '../session/grant.ts';
import { issuanceById } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { askProvider, isUnasked } from './ask-provider.ts';
import type { AttributeProviders } from './attribute-providers.ts';
import { webhookClaims } from './claims-answer.ts';
import { failedIssuance, refusedIssuance } from './refused-issuance.ts';
import type { SettleClaims } from './settle-claims.ts';

interface ClaimsDependencies {
  readonly platform: Platform;
  readonly settleClaims: SettleClaims;
  readonly attributeProviders: AttributeProviders;
}

export type WebhookClaims =
  /** The configuration has no claims webhook. */
  | { readonly state: 'none' }
  | { readonly state: 'ready'; readonly webhook: Readonly<Record<string, JsonObject>> }
  | { readonly state: 'expected' };

/**
 * The claims, and the session that they were read from. It is newer than the request's session, so that the next write
 * does not conflict with this read.
 */
export interface PresentClaims {
  readonly claims: WebhookClaims;
  readonly session: IssuanceSession;
}

/** Milliseconds between two reads of the store, for claims whose event was lost or read by another replica. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1000;

/**
 * The current claims, after the check of an unchecked webhook response or deadline.
 * @throws ProtocolError `credential_request_denied` if the issuance has failed, or if the configuration needs a
 *   presentation that this token does not have; `invalid_token` if the session was removed
 */
export async function claimsNow(
  { platform, settleClaims, attributeProviders }: ClaimsDependencies,
  session: IssuanceSession,
  configuration: Configuration,
): Promise<PresentClaims> {
  const settled = await settleClaims(session);
  if (settled === undefined) throw goneSession();
  const { attributeProvider } = configuration;
  const present =
    attributeProvider !== undefined && isUnasked(settled, configuration)
      ? await askProvider(platform, attributeProviders, settled, attributeProvider)
      : settled;
  const { progress } = (present ?? settled).issuance;
  if (present === undefined) throw denied({ reason: 'claims_refused', facts: { state: progress.state } });
  if (progress.state === 'failed') throw denied(refusedIssuance(progress));
  const requestId = grantOf(progress)?.requestId;
  // The configuration was changed after the grant: without the presentation nothing is issued. A renewal does not need
  // one: the wallet presented for the first issuance.
  const needsPresentation = configuration.presentationDuringIssuance !== undefined && !isRenewal(present);
  if (needsPresentation && requestId === undefined) {
    throw denied({ reason: 'configuration_changed', facts: { configurationId: configuration.id } });
  }
  // A grant with a presentation receives the claims of its webhook call, never those from a previous attempt.
  const claims = requestId === undefined ? undefined : currentClaims(present);
  if (claims === undefined) return { claims: { state: 'none' }, session: present };
  if (claims.state === 'failed') throw denied(failedIssuance(progress.state, claims.reason));
  if (claims.state !== 'ready') return { claims: { state: 'expected' }, session: present };
  // The issuance has ended and its claims are erased.
  if (claims.answer === undefined) throw denied(refusedIssuance(progress));
  const vault = await platform.vaults.of(session.tenant);
  const webhook = webhookClaims(parseJson(vault.open(claims.answer, `session/${session.id}/claims`)));
  if (webhook === undefined) throw new Error('Checked claims have lost their form');
  return { claims: { state: 'ready', webhook }, session: present };
}

function isRenewal({ issuance }: IssuanceSession): boolean {
  return issuance.flow === 'refresh_token';
}

/** Waits while claims are expected, up to a time in milliseconds: until they arrive in this process, or are found in the store. */
export async function waitForClaims(
  dependencies: ClaimsDependencies & { readonly arrivals: Arrivals },
  session: IssuanceSession,
  configuration: Configuration,
  most: number,
): Promise<PresentClaims> {
  const { platform, arrivals } = dependencies;
  const first = await claimsNow(dependencies, session, configuration);
  if (first.claims.state !== 'expected' || most <= 0) return first;
  const following = arrivals.follow(session.id);
  try {
    let [waited, pause] = [0, FIRST_PAUSE];
    for (;;) {
      // Also before the first wait: claims may have arrived after the session was read.
      const present = await issuanceById(platform, session.tenant, session.id);
      if (present === undefined) throw goneSession();
      const found = await claimsNow(dependencies, present, configuration);
      if (found.claims.state !== 'expected' || waited >= most) return found;
      const now = Math.min(pause, most - waited);
      await following.next(now);
      waited += now;
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  } finally {
    following.end();
  }
}

/** The error for a token whose session has been purged. */
export function goneSession(): ProtocolError {
  return new ProtocolError('invalid_token', 'The access token is unknown, revoked or expired', {
    reason: 'token_unknown',
    facts: { detail: 'erased' },
  });
}

/**
 * Final: the wallet can't succeed by retrying. @param why for the backend: the wallet receives one text for all causes
 */
export function denied(why: Reasoned): ProtocolError {
  return new ProtocolError('credential_request_denied', 'The credential cannot be issued', why);
}
