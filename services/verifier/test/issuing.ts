/** Issuances that wait for a presentation. */
import { newHandle, newReference } from '@countersign/shared/crypto/wallet-reference';
import type { InteractionDialect, PresentationAttempt } from '@countersign/shared/model/session/issuance-part';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { PUBLIC_URL, type World } from './world.ts';

export interface Attempt {
  readonly attempt: PresentationAttempt;
  /** Secret part of the request's address. */
  readonly reference: string;
}

export async function newAttempt(
  { platform }: World,
  session: string,
  handle: string,
  interaction?: InteractionDialect,
  channel: PresentationAttempt['channel'] = 'challenge',
): Promise<Attempt> {
  const { text, hash } = newReference(handle, platform.random);
  const vault = await platform.vaults.of('default');
  const uri = `${PUBLIC_URL}/oid4vp/request/question/${text}`;
  const now = platform.clock();
  return {
    reference: text,
    attempt: {
      channel,
      ...(interaction === undefined ? {} : { interaction }),
      sessionHash: 'h',
      requestId: hash,
      configurationId: 'question',
      sealedRequestUri: vault.seal(uri, `session/${session}/presentation-request`),
      createdAt: now,
      expiresAt: now + 600_000,
    },
  };
}

/** A session whose issuance waits for the presentation `question`. */
export async function issuance(
  world: World,
  name: string,
  interaction?: InteractionDialect,
  channel?: PresentationAttempt['channel'],
): Promise<Attempt & { readonly id: string; readonly handle: string }> {
  const handle = newHandle(world.platform.clock(), world.platform.random);
  const made = await newAttempt(world, name, handle, interaction, channel);
  const now = world.platform.clock();
  const session: Omit<SessionDocument, 'rev'> = {
    id: name,
    tenant: 'default',
    kind: 'issuance',
    createdAt: now,
    updatedAt: now,
    expiresAt: now + 3600_000,
    handle,
    status: 'presentation_required',
    issuance: {
      flow: 'authorization_code',
      configurationIds: ['member'],
      sealedOffer: '',
      sealedRequest: '',
      offerHash: '',
      grantHash: '',
      progress: waiting(made.attempt),
      credentials: [],
      notifications: [],
    },
    pendingDeliveries: [],
    outbox: [],
  };
  await world.platform.store.insert(sessions, session);
  return { ...made, id: name, handle };
}

export function waiting(attempt: PresentationAttempt): NonNullable<SessionDocument['issuance']>['progress'] {
  const request = {
    clientId: 'w',
    clientAuthenticated: false,
    redirectUri: 'https://w.example/',
    configurationIds: ['member'],
    authorizationDetails: false,
  };
  return { state: 'presentation_required', request, attempt };
}
