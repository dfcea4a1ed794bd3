/** Whole flows of a wallet of the HAIP line, and their outcome. */
import assert from 'node:assert/strict';
import { byChallenge } from '@countersign/wallet/issuance/authorize';
import type { Issued, ProfileWallet } from '@countersign/wallet/issuance/profile-wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import type { WalletName } from '@countersign/wallet/profiles/habits';
import type { Answer } from '@countersign/wallet/sending/answer';
import { silent } from '@countersign/wallet/sending/narrator';
import { verifyWithLibrary } from './credential.ts';
import { ATTESTED, credentialsOf, type HaipWorld, lateConfiguration } from './haip.ts';
import { pidQuestion } from './presentation.ts';
import { presentOnPage, type Shape } from './presentation-during-issuance.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

export interface FlowsWorld extends HaipWorld {
  /** The claims webhook of `late`. */
  readonly receiver: WebhookReceiver;
}

/** Each credential is valid, and bound to its key. */
export async function assertBound({ answer, keys }: Pick<Issued, 'answer' | 'keys'>): Promise<void> {
  const credentials = credentialsOf(answer);
  assert.equal(credentials.length, keys.length);
  for (const [index, credential] of credentials.entries()) {
    const { claims } = await verifyWithLibrary(credential);
    assert.deepEqual((claims.cnf as { jwk: object }).jwk, keys[index]?.publicJwk);
  }
}

/** A wallet with the access token of an offer. */
export async function redeemed(
  world: HaipWorld,
  shape: Shape,
  wallet: WalletName,
  body: object = {},
): Promise<ProfileWallet> {
  const made = await world.offer(shape, body);
  const holder = await world.wallet(shape, { wallet });
  await holder.redeem(await holder.offer(made.uri), made.txCode);
  return holder;
}

/** From offer to notification. */
export async function takeBatch(world: HaipWorld, shape: Shape, wallet: WalletName): Promise<void> {
  const holder = await redeemed(world, shape, wallet);
  assert.equal(holder.token?.type, 'DPoP');
  const keys = [newWalletKey(), newWalletKey(), newWalletKey()];
  const issued = await holder.credential({ configuration: ATTESTED, keys });
  await assertBound(issued);
  assert.equal(issued.encrypted, holder.habits.encryption.asks);
  assert.equal((await holder.notify(issued.answer.json.notification_id)).status, 204);
}

export async function takePreAuthorized(world: HaipWorld, shape: Shape, wallet: WalletName): Promise<void> {
  const holder = await redeemed(world, shape, wallet, { flow: 'pre_authorized_code', tx_code: true });
  await assertBound(await holder.credential({ configuration: ATTESTED, keys: [newWalletKey()] }));
}

/** The same refresh token each time, and a credential for a new key. */
export async function renew(world: HaipWorld, shape: Shape, wallet: WalletName): Promise<void> {
  const holder = await redeemed(world, shape, wallet);
  const first = holder.token;
  assert.ok(first?.refresh !== undefined, 'a refresh token');
  const take = () => holder.credential({ configuration: ATTESTED, keys: [newWalletKey()] });
  const issued = await take();
  assert.equal((await holder.notify(issued.answer.json.notification_id)).status, 204);
  for (let round = 0; round < 2; round += 1) {
    const token = await holder.refresh();
    assert.equal(token.refresh, first.refresh);
    assert.notEqual(token.access, first.access);
    const again = await take();
    await assertBound(again);
    assert.equal((await holder.notify(again.answer.json.notification_id)).status, 204);
  }
}

/** Writes the configuration `late`, and the question of its presentation. */
export function writeLate({ server, receiver }: FlowsWorld, { folder }: Shape): void {
  server.writeConfig(`${folder}issuance/late.json`, lateConfiguration(receiver.url));
  server.writeConfig(`${folder}presentation/identity.json`, pidQuestion);
}

/** A PID in the hands of a wallet. */
export async function holdPid(world: HaipWorld, shape: Shape, wallet: WalletName): Promise<HeldCredential> {
  const holder = await redeemed(world, shape, wallet, { credentialConfigurationIds: ['pid'] });
  const key = newWalletKey();
  const [credential = ''] = credentialsOf((await holder.credential({ configuration: 'pid', keys: [key] })).answer);
  return { credential, key };
}

/**
 * A presentation in the browser or through the challenge, then a deferred credential, collected with a refreshed token
 * if the wallet has a refresh token.
 */
export async function takeLate(
  world: FlowsWorld,
  shape: Shape,
  wallet: WalletName,
  by: 'browser' | 'challenge',
): Promise<void> {
  const { receiver, server } = world;
  writeLate(world, shape);
  const held = await holdPid(world, shape, wallet);
  receiver.silent = true;
  const made = await world.offer(shape, { credentialConfigurationIds: ['late'] });
  const browse = (page: Answer): Promise<string> => presentOnPage(server, page.text, held);
  const holder = await world.wallet(shape, { wallet, browse, held: () => [held] });
  const offer = await holder.offer(made.uri);
  if (by === 'browser') await holder.redeem(offer);
  else await holder.redeemCode((await byChallenge(holder, offer, silent)).code);
  const first = await holder.credential({ configuration: 'late', keys: [newWalletKey(), newWalletKey()] });
  assert.equal(first.answer.status, 202, first.answer.text);
  assert.equal(first.encrypted, holder.habits.encryption.asks);
  receiver.silent = false;
  if (holder.token?.refresh !== undefined) await holder.refresh();
  const later = await holder.collect(first);
  assert.equal(later.encrypted, holder.habits.encryption.asks);
  await assertBound(later);
  // Wallets on the library of Credo 0.6 refuse it here.
  assert.equal(later.answer.json.notification_id, undefined);
}
