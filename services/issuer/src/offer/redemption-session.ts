/**
 * The session of one redemption of an offer with several redemptions: created when a wallet starts. Afterwards it is a
 * session like any other, with its own id, references, webhooks and expiry.
 */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { newHandle, newReference } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { orderedId } from '@countersign/shared/kernel/ordered-id';
import type { Vault } from '@countersign/shared/keys/vault';
import type { AuthorizationRequest } from '@countersign/shared/model/session/issuance-part';
import { aboutPeople } from '@countersign/shared/model/session/people';
import type { RedemptionPlace } from '@countersign/shared/model/session/redemption-places';
import { type Bearer, insertSession } from '@countersign/shared/model/session/session-change';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { unknownIssuerState } from '../session/authorization-transitions.ts';
import { type NewIssuance, newIssuance } from '../session/beginning-transitions.ts';
import { changeIssuance, isIssuance, issuanceById } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { cannotLeadToToken, redeemPlace, takePlace } from '../session/redemption-transitions.ts';

/** Attempts: more than one is needed if requests of the same wallet collide. */
const TRIES = 5;

/**
 * The session in which a wallet is authorized: the offer's, or the wallet's own session if the offer has several
 * redemptions. The same wallet receives the same session while that can still issue a token.
 * @param request the checked request of the wallet
 * @throws ProtocolError `invalid_request` if the offer is closed or every slot is taken
 */
export async function sessionToAuthorize(
  platform: Platform,
  reports: Bearer['reports'],
  offer: IssuanceSession,
  request: AuthorizationRequest,
): Promise<IssuanceSession> {
  if (offer.issuance.redemptions === undefined) return offer;
  const holder = holderOf(request);
  let instead: string | undefined;
  for (let n = 0; n < TRIES; n += 1) {
    const { place, stored, fresh } = await take(platform, offer, holder, instead);
    const session = fresh
      ? await insert(platform, stored, place)
      : await issuanceById(platform, offer.tenant, place.session);
    if (session !== undefined && (place.redeemed || !cannotLeadToToken(session.issuance))) {
      reports.reached(session);
      return session;
    }
    if (place.redeemed) break;
    // Erased, rejected, or never stored because its process crashed: the wallet receives a new session.
    instead = place.session;
  }
  throw unknownIssuerState({ reason: 'issuer_state_used', facts: { state: offer.issuance.progress.state } });
}

/**
 * Uses a session's slot, before its token is issued. After a crash in between the code can be redeemed again.
 * @throws ProtocolError `invalid_grant` if the offer was removed, or another wallet has the slot
 */
export async function useRedemption(platform: Platform, session: SessionDocument): Promise<void> {
  if (session.offerSession === undefined) return;
  const offer = await issuanceById(platform, session.tenant, session.offerSession);
  const used = offer && (await changeIssuance(platform, offer, (present) => redeemPlace(present, session.id)));
  if (used === undefined) {
    throw new ProtocolError('invalid_grant', 'The offer for this code was removed', { reason: 'redemption_lost' });
  }
}

interface TakenPlace {
  readonly stored: IssuanceSession;
  readonly place: RedemptionPlace;
  /** True if the slot is new. */
  readonly fresh: boolean;
}

async function take(
  platform: Platform,
  offer: IssuanceSession,
  holder: string | undefined,
  instead?: string,
): Promise<TakenPlace> {
  const { settings, clock, random } = platform;
  const session = orderedId(clock(), random);
  const changed = await changeIssuance(platform, offer, (present) => {
    const now = clock();
    return takePlace(present, {
      session,
      now,
      until: now + settings.REDEMPTION_TTL * 1000,
      ...(holder === undefined ? {} : { holder }),
      ...(instead === undefined ? {} : { instead }),
    });
  });
  if (changed === undefined) throw unknownIssuerState({ reason: 'issuer_state_unknown' });
  const place = changed.result;
  return { stored: changed.session, place, fresh: place.session === session };
}

/**
 * Identifies a wallet that repeats its request after a lost response: by the DPoP key, otherwise by the code challenge,
 * which is as secret as the pushed request. An attested wallet is also identified by its instance, and only that
 * instance may start again. A wallet with none of them takes another slot, and the previous one expires.
 */
function holderOf({ dpopJkt, codeChallenge, instanceJkt }: AuthorizationRequest): string | undefined {
  const known = dpopJkt === undefined ? codeChallenge : `dpop ${dpopJkt}`;
  if (instanceJkt !== undefined) return hashOf(`instance ${instanceJkt} ${known ?? ''}`);
  return known === undefined ? undefined : hashOf(known);
}

async function insert(
  platform: Platform,
  offer: IssuanceSession,
  { session: id, until }: RedemptionPlace,
): Promise<IssuanceSession> {
  const { vaults, clock, random } = platform;
  const { tenant, state, webhooks, people } = offer;
  const vault = await vaults.of(tenant);
  const now = clock();
  const handle = newHandle(now, random);
  const outcome = webhooks?.outcome;
  const issuance = issuanceOf(platform, vault, offer, { id, handle });
  const session = newIssuance({
    id,
    tenant,
    now,
    expiresAt: Math.min(offer.expiresAt, until),
    handle,
    offerSession: offer.id,
    ...(state === undefined ? {} : { state }),
    ...aboutPeople(people),
    issuance,
    ...(outcome === undefined
      ? {}
      : { webhooks: { outcome: resealed(vault, outcome, { from: offer.id, to: id, part: 'webhook/outcome' }) } }),
  });
  const stored = await insertSession(platform, session);
  if (stored === undefined || !isIssuance(stored)) throw new Error('A fresh session id is taken already');
  return stored;
}

/** The offer's contents, sealed for this session. The offer and its issuer_state still refer to the offer's session. */
function issuanceOf(
  { random }: Pick<Platform, 'random'>,
  vault: Vault,
  { id: from, issuance: offer }: IssuanceSession,
  { id: to, handle }: Pick<SessionDocument, 'id' | 'handle'>,
): NewIssuance['issuance'] {
  const { sealedClaims, signIn } = offer;
  const person = signIn?.sealedPerson;
  return {
    flow: offer.flow,
    configurationIds: offer.configurationIds,
    sealedOffer: resealed(vault, offer.sealedOffer, { from, to, part: 'offer' }),
    sealedRequest: resealed(vault, offer.sealedRequest, { from, to, part: 'request' }),
    ...(sealedClaims === undefined
      ? {}
      : { sealedClaims: resealed(vault, sealedClaims, { from, to, part: 'offer-claims' }) }),
    ...(signIn === undefined
      ? {}
      : {
          signIn: person === undefined ? {} : { sealedPerson: resealed(vault, person, { from, to, part: 'person' }) },
        }),
    offerHash: newReference(handle, random).hash,
    grantHash: newReference(handle, random).hash,
  };
}

/** Seals a text again for another session: sealed text opens only in its own session. */
function resealed(vault: Vault, sealed: string, { from, to, part }: Record<'from' | 'to' | 'part', string>): string {
  return vault.seal(vault.open(sealed, `session/${from}/${part}`), `session/${to}/${part}`);
}
