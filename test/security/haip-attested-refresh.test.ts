/** Refresh tokens of attested wallets: bound to the instance, and refused once the wallet or the keys of its credentials are revoked. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import type { Issued, ProfileWallet } from '@countersign/wallet/issuance/profile-wallet';
import { dpopProof, newWalletKey } from '@countersign/wallet/jwt/keys';
import type { Answer } from '@countersign/wallet/sending/answer';
import type { Headers } from '@countersign/wallet/sending/sender';
import { assertRefused } from '../support/flows.ts';
import { ATTESTED, configurationOf, type HaipWorld, startHaipWorld } from '../support/haip.ts';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { openListServer } from '../support/status-list-server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const HOUR = 3_600_000;
const WITHOUT: Headers = { 'oauth-client-attestation': undefined, 'oauth-client-attestation-pop': undefined };
/** Entries of the provider's list: of the wallet, and of its keys. */
const [OTHER_KEYS, WALLET, KEYS, FRESH] = [0, 1, 2, 3] as const;

describe('refresh tokens of attested wallets', () => {
  let world: HaipWorld;
  let lists: Awaited<ReturnType<typeof openListServer>>;
  let backend: WebhookReceiver;
  let now = Date.now();
  const clock = (): number => now;
  /** The entries for the wallets' next attestations. */
  const named: { wallet: number; keys: number } = { wallet: WALLET, keys: KEYS };

  before(async () => {
    [lists, backend] = await Promise.all([openListServer(), openReceiver()]);
    const server = { clock, env: { RATE_WALLET: '0', CLAIMS_WAIT: '100', TOKEN_TTL_DPOP: '3600' } };
    world = await startHaipWorld({
      profile: 'open',
      samples: 'attested',
      server,
      provider: { clock, statusUri: lists.uri },
    });
    for (const { folder } of shapes) {
      const late = { ...configurationOf('later'), refresh: { webhook: backend.url } };
      world.server.writeConfig(`${folder}issuance/later.json`, late);
    }
  });
  after(async () => {
    await Promise.all([world.close(), backend.close()]);
    lists.close();
  });

  /** Replaces the list, and expires the cached one. */
  const revoked = (...entries: readonly number[]): void => {
    now += 301_000;
    const values = [0, 0, 0, 0].map((_, index) => (entries.includes(index) ? 1 : 0));
    Object.assign(lists.made, { list: world.provider.statusList(values), status: 200 });
  };
  const held = async (shape: Shape, instanceKey = newWalletKey()): Promise<ProfileWallet> => {
    const attester: typeof world.provider = {
      ...world.provider,
      attestation: (input) => world.provider.attestation({ ...input, statusIndex: named.wallet }),
      keyAttestation: (input) => world.provider.keyAttestation({ ...input, statusIndex: named.keys }),
    };
    return world.wallet(shape, { clock, attester, instanceKey });
  };
  /** A wallet with the credential and its refresh token, two hours later, whose attestations now name another entry. */
  const renewing = async (shape: Shape, id = ATTESTED): Promise<{ wallet: ProfileWallet; session: string }> => {
    revoked();
    Object.assign(named, { wallet: WALLET, keys: KEYS });
    const { uri, session } = await world.offer(shape, { credentialConfigurationIds: [id] });
    const wallet = await held(shape);
    await wallet.redeem(await wallet.offer(uri));
    assert.equal((await take(wallet, id)).answer.status, 200);
    now += 2 * HOUR;
    Object.assign(named, { wallet: FRESH, keys: OTHER_KEYS });
    revoked();
    return { wallet, session };
  };
  const take = (wallet: ProfileWallet, configuration = ATTESTED): Promise<Issued> =>
    wallet.credential({ configuration, keys: [newWalletKey()] });
  const asked = (wallet: ProfileWallet, token: string | undefined, headers?: Headers): Promise<Answer> =>
    wallet.tokenRequest(wallet.refreshParameters(token ?? assert.fail()), headers);
  const renewals = async (first: string) =>
    (await world.server.platform.store.find(sessions, { index: 'first', equal: [first], limit: 100 })).documents;
  /** The token is as good as before. */
  const works = async (wallet: ProfileWallet, session: string, id = ATTESTED): Promise<void> => {
    assert.deepEqual(await renewals(session), []);
    const token = wallet.token?.refresh;
    assert.equal((await wallet.refresh()).refresh, token);
    assert.ok([200, 202].includes((await take(wallet, id)).answer.status));
  };

  for (const shape of shapes) {
    it(`${shape.name}: another instance of the wallet can not use it, whatever else it has`, async () => {
      const { wallet, session } = await renewing(shape);
      const other = await held(shape);
      assert.equal(other.clientId, wallet.clientId);
      Object.assign(other.sender, { dpopKey: wallet.sender.dpopKey });
      assertRefused(await asked(other, wallet.token?.refresh), 400, 'invalid_grant');
      await works(wallet, session);
    });

    it(`${shape.name}: another instance with a DPoP key of its own can not use it either`, async () => {
      const { wallet, session } = await renewing(shape);
      const other = await held(shape);
      assert.notDeepEqual(other.sender.dpopKey?.publicJwk, wallet.sender.dpopKey?.publicJwk);
      assertRefused(await asked(other, wallet.token?.refresh), 400, 'invalid_grant');
      const { sender } = wallet;
      const own = sender.dpopKey;
      Object.assign(sender, { dpopKey: newWalletKey() });
      assertRefused(await asked(wallet, wallet.token?.refresh, WITHOUT), [400, 401], 'invalid_client');
      Object.assign(sender, { dpopKey: own });
      await works(wallet, session);
    });

    it(`${shape.name}: the instance may renew with another DPoP key, which binds the new access token`, async () => {
      const { wallet, session } = await renewing(shape);
      const refreshToken = wallet.token?.refresh;
      const former = wallet.sender.dpopKey;
      Object.assign(wallet.sender, { dpopKey: newWalletKey() });
      assert.equal((await wallet.refresh()).refresh, refreshToken);
      const fresh = wallet.sender.dpopKey;
      Object.assign(wallet.sender, { dpopKey: former });
      assert.equal((await take(wallet)).answer.status, 401);
      Object.assign(wallet.sender, { dpopKey: fresh });
      assert.equal((await take(wallet)).answer.status, 200);
      assert.equal((await renewals(session)).length, 1);
    });

    it(`${shape.name}: without an attestation it is refused`, async () => {
      const { wallet, session } = await renewing(shape);
      assertRefused(await asked(wallet, wallet.token?.refresh, WITHOUT), [400, 401], 'invalid_client');
      await works(wallet, session);
    });

    it(`${shape.name}: a wallet, or keys, revoked since are refused, also with attestations of today`, async () => {
      for (const entry of [WALLET, KEYS]) {
        const { wallet, session } = await renewing(shape);
        revoked(entry);
        assertRefused(await asked(wallet, wallet.token?.refresh), 400, 'invalid_grant');
        revoked();
        await works(wallet, session);
      }
    });

    it(`${shape.name}: a wallet that is revoked now is refused`, async () => {
      const { wallet, session } = await renewing(shape);
      revoked(FRESH);
      assertRefused(await asked(wallet, wallet.token?.refresh), 400, 'invalid_client_attestation');
      revoked();
      await works(wallet, session);
    });

    it(`${shape.name}: while the list is not reached it is 503, and the same request succeeds later`, async () => {
      const { wallet, session } = await renewing(shape);
      const { server } = await wallet.metadata();
      const { sender, token } = wallet;
      now += 301_000;
      lists.made.status = 503;
      sender.challenge = await sender.fetchChallenge();
      const iat = Math.floor(now / 1000);
      const dpop = { method: 'POST', url: server.token_endpoint, nonce: sender.dpopNonce, iat };
      const headers = {
        ...sender.attestation(server.issuer),
        dpop: dpopProof(sender.dpopKey ?? assert.fail(), dpop),
      };
      const refused = await asked(wallet, token?.refresh, headers);
      assertRefused(refused, 503, 'temporarily_unavailable');
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      assert.deepEqual(await renewals(session), []);
      lists.made.status = 200;
      now += 31_000;
      assert.equal((await asked(wallet, token?.refresh, headers)).status, 200);
      assert.equal((await renewals(session)).length, 1);
    });

    it(`${shape.name}: a wallet that is revoked while its renewal waits gets nothing`, async () => {
      Object.assign(backend, { status: 200, body: JSON.stringify({ later: { given_name: 'Erika' } }) });
      const { wallet, session } = await renewing(shape, 'later');
      backend.silent = true;
      await wallet.refresh();
      const waiting = await take(wallet, 'later');
      assert.equal(waiting.answer.status, 202, waiting.answer.text);
      backend.silent = false;
      const [renewal] = await renewals(session);
      const collect = () => wallet.collect(waiting);
      revoked(FRESH);
      let answer = await collect();
      assertRefused(answer.answer, 400, 'credential_request_denied');
      now += 301_000;
      lists.made.status = 503;
      answer = await collect();
      assertRefused(answer.answer, 503, 'temporarily_unavailable');
      const stored = await world.server.platform.store.get(sessions, renewal?.id ?? '');
      assert.deepEqual(stored?.issuance?.credentials, []);
      now += 31_000;
      revoked();
      assert.equal((await collect()).answer.status, 200);
    });
  }
});
