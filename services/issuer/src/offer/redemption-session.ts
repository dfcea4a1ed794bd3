/**
 * The session of one redemption of an offer that several wallets redeem: made when a wallet begins, and from then on a
 * session as any other, with its own id, wallet-facing values, webhooks and end.
 */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { newHandle, newReference } from '@countersign/shared/crypto/wallet-reference';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { orderedId } from '@countersign/shared/kernel/ordered-id';
import type { Vault } from '@countersign/shared/keys/vault';
import type { RedemptionPlace } from '@countersign/shared/model/redemptions';
import { withExpiry } from '@countersign/shared/model/session-expiry';
import {
  type AuthorizationRequest,
  type IssuancePart,
  type SessionDocument,
  sessions,
} from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { redeemPlace, takePlace } from '../protocol/redemptions.ts';
import { changeIssuance, type IssuanceSession } from '../session/issuance-session.ts';

/** More than one where requests of the same wallet meet. */
const TRIES = 5;

/**
 * The session in which a wallet is authorized: that of the offer, or where the offer has several redemptions the wallet's
 * own. The same wallet gets the same one again while that can lead to a token.
 * @param request what the wallet asks for, checked
 * @throws ProtocolError `invalid_request` where the offer is closed or every place is taken
 */
export async function sessionToAuthorize(
  platform: Platform,
  { reached }: Pick<OperationRequest, 'reached'>,
  offer: IssuanceSession,
  request: AuthorizationRequest,
): Promise<IssuanceSession> {
  if (offer.issuance.redemptions === undefined) return offer;
  const holder = holderOf(request);
  const own = ofTenant(platform.store, offer.tenant);
  let instead: string | undefined;
  for (let n = 0; n < TRIES; n += 1) {
    const { place, stored, fresh } = await take(platform, offer, holder, instead);
    const session = fresh ? await insert(platform, stored, place) : await own.get(sessions, place.session);
    if (session?.issuance !== undefined && (place.redeemed || !isOver(session.issuance))) {
      reached?.(session);
      return { ...session, issuance: session.issuance };
    }
    if (place.redeemed) break;
    // Erased, rejected, or never made because its process died: the wallet begins anew.
    instead = place.session;
  }
  throw unknownOffer();
}

/**
 * Uses the place of a session, before its token is given. Where the process dies behind it, the code can be redeemed again.
 * @throws ProtocolError `invalid_grant` where the offer is gone, or the place was given to another wallet
 */
export async function useRedemption(platform: Platform, session: SessionDocument): Promise<void> {
  if (session.offerSession === undefined) return;
  const offer = await ofTenant(platform.store, session.tenant).get(sessions, session.offerSession);
  const present = offer?.issuance === undefined ? undefined : { ...offer, issuance: offer.issuance };
  const stored =
    present && (await changeIssuance(platform, present, (part) => ({ issuance: redeemPlace(part, session.id) })));
  if (stored === undefined) throw new ProtocolError('invalid_grant', 'The offer of this code is gone');
}

interface Taken {
  readonly stored: IssuanceSession;
  readonly place: RedemptionPlace;
  /** True where the place was not there before. */
  readonly fresh: boolean;
}

async function take(
  platform: Platform,
  offer: IssuanceSession,
  holder: string | undefined,
  instead?: string,
): Promise<Taken> {
  const { settings, clock, random } = platform;
  const session = orderedId(clock(), random);
  let place: RedemptionPlace | undefined;
  const stored = await changeIssuance(platform, offer, (part, document) => {
    const now = clock();
    if (now >= document.expiresAt) throw unknownOffer();
    const taken = takePlace(part, {
      session,
      now,
      until: now + settings.REDEMPTION_TTL * 1000,
      ...(holder === undefined ? {} : { holder }),
      ...(instead === undefined ? {} : { instead }),
    });
    place = taken.place;
    return { issuance: taken.part };
  });
  if (stored === undefined || place === undefined) throw unknownOffer();
  return { stored, place, fresh: place.session === session };
}

/**
 * What a wallet is known by when its answer was lost and it begins again: the DPoP key, else the code challenge, which is
 * as secret as the pushed request. A wallet with neither takes another place, and the one before is free after a while.
 */
function holderOf({ dpopJkt, codeChallenge }: AuthorizationRequest): string | undefined {
  const known = dpopJkt === undefined ? codeChallenge : `dpop ${dpopJkt}`;
  return known === undefined ? undefined : hashOf(known);
}

function isOver({ progress }: IssuancePart): boolean {
  return progress.state === 'failed' || progress.state === 'expired';
}

async function insert(
  platform: Platform,
  offer: IssuanceSession,
  { session: id, until }: RedemptionPlace,
): Promise<SessionDocument> {
  const { store, vaults, clock, random } = platform;
  const { tenant, state, webhooks } = offer;
  const vault = await vaults.of(tenant);
  const now = clock();
  const handle = newHandle(now, random);
  const outcome = webhooks?.outcome;
  const session: Omit<SessionDocument, 'rev'> = {
    id,
    tenant,
    kind: 'issuance',
    createdAt: now,
    updatedAt: now,
    expiresAt: Math.min(offer.expiresAt, until),
    handle,
    offerSession: offer.id,
    ...(state === undefined ? {} : { state }),
    status: 'created',
    issuance: issuanceOf(platform, vault, offer, { id, handle }),
    ...(outcome === undefined
      ? {}
      : { webhooks: { outcome: resealed(vault, outcome, { from: offer.id, to: id, part: 'webhook/outcome' }) } }),
    pendingDeliveries: [],
    outbox: [],
  };
  const stored = await ofTenant(store, tenant).insert(sessions, withExpiry(session));
  if (stored === undefined) throw new Error('A fresh session id is taken already');
  return stored;
}

/** What the offer said, sealed for this session. Its offer and its issuer_state lead to the session of the offer alone. */
function issuanceOf(
  { random }: Pick<Platform, 'random'>,
  vault: Vault,
  { id: from, issuance: offer }: IssuanceSession,
  { id: to, handle }: Pick<SessionDocument, 'id' | 'handle'>,
): IssuancePart {
  const { sealedClaims } = offer;
  return {
    flow: offer.flow,
    configurationIds: offer.configurationIds,
    sealedOffer: resealed(vault, offer.sealedOffer, { from, to, part: 'offer' }),
    sealedRequest: resealed(vault, offer.sealedRequest, { from, to, part: 'request' }),
    ...(sealedClaims === undefined
      ? {}
      : { sealedClaims: resealed(vault, sealedClaims, { from, to, part: 'offer-claims' }) }),
    offerHash: newReference(handle, random).hash,
    grantHash: newReference(handle, random).hash,
    progress: { state: 'created' },
    credentials: [],
    notifications: [],
  };
}

/** A sealed text opens only in the session that it was sealed for. */
function resealed(vault: Vault, sealed: string, { from, to, part }: Record<'from' | 'to' | 'part', string>): string {
  return vault.seal(vault.open(sealed, `session/${from}/${part}`), `session/${to}/${part}`);
}

function unknownOffer(): ProtocolError {
  return new ProtocolError('invalid_request', 'The issuer_state is unknown, used or expired');
}
