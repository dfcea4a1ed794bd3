/** The status of attested wallets, on a list that their provider serves: revoked, unreachable, and at an address of its choice. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createWalletProvider, type WalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import type { Offer } from '@countersign/wallet/issuance/offer';
import { AttestedWallet } from '../support/attested-wallet.ts';
import { assertRefused, count } from '../support/flows.ts';
import { offerOf, type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openListServer } from '../support/status-list-server.ts';

const INVALID = 'invalid_client_attestation';

for (const shape of shapes) {
  describe(`status of attested wallets, ${shape.name}`, () => {
    let server: TestServer;
    let lists: Awaited<ReturnType<typeof openListServer>>;
    let provider: WalletProvider;
    let now = Date.now();
    const clock = (): number => now;

    before(async () => {
      lists = await openListServer();
      server = await startSampleServer({ clock, env: { RATE_WALLET: '0', CODE_TTL: '600' } });
      provider = await createWalletProvider({ clock, statusUri: lists.uri });
      server.writeConfig(`${shape.folder}trust/wallet-providers/provider.pem`, provider.caPem);
    });
    after(async () => {
      await server.close();
      lists.close();
    });

    /** An offer in the hands of a wallet; lists that were read before have expired. */
    const begin = async (): Promise<{ wallet: AttestedWallet; offer: Offer; session: string }> => {
      now += 86_400_000 / 2;
      Object.assign(lists.made, { list: provider.statusList([0, 1]), status: 200 });
      return beginAt(server, shape, provider, clock);
    };

    it('refuses a wallet that is revoked, at PAR and token', async () => {
      const { wallet, offer } = await begin();
      const parameters = wallet.authorizationParameters(offer);
      const revoked = () => wallet.attested({ attestation: { statusIndex: 1 } });
      assertRefused(await wallet.par(parameters, await revoked()), 400, INVALID);
      const token = wallet.codeParameters(await wallet.code(offer));
      assertRefused(await wallet.token(token, await revoked()), 400, INVALID);
      const missing = await wallet.attested({ attestation: { statusIndex: 99 } });
      assertRefused(await wallet.token(token, missing), 400, INVALID);
      assert.equal((await wallet.token(token)).status, 200);
    });

    it('answers 503 where the list is not reached, to 50 at once, and the code is still good afterwards', async () => {
      const { wallet, offer } = await begin();
      const parameters = wallet.codeParameters(await wallet.code(offer));
      // The list that was read for PAR has expired.
      now += 301_000;
      lists.made.status = 503;
      const headers = await wallet.attested();
      const answers = await Promise.all(Array.from({ length: 50 }, () => wallet.token(parameters, headers)));
      assert.equal(count(answers, 503), 50);
      for (const answer of answers) assert.ok(Number(answer.headers.get('retry-after')) > 0);
      lists.made.status = 200;
      now += 31_000;
      assert.equal((await wallet.token(parameters)).status, 200);
    });

    it('takes the same proof again once the list is there', async () => {
      const { wallet, offer } = await begin();
      lists.made.status = 503;
      const parameters = wallet.authorizationParameters(offer);
      const headers = await wallet.attested();
      const refused = await wallet.par(parameters, headers);
      assert.equal(refused.status, 503, refused.text);
      lists.made.status = 200;
      now += 31_000;
      const answer = await wallet.par(parameters, { ...headers });
      assert.equal(answer.status, 201, answer.text);
      assertRefused(await wallet.par(parameters, headers), 400, INVALID);
    });

    it('keeps where the status stands, sealed, with the token', async () => {
      const { wallet, offer, session } = await begin();
      assert.equal((await wallet.redeem(offer)).status, 200);
      const stored = await server.platform.store.get(sessions, session);
      const progress = stored?.issuance?.progress;
      assert.ok(progress?.state === 'token_issued');
      assert.equal(progress.grant.instanceJkt, wallet.instance.jkt);
      const vault = await server.platform.vaults.of(shape.tenant);
      const status = JSON.parse(
        vault.open(progress.grant.sealedWalletStatus ?? '', `session/${session}/wallet-status`),
      );
      assert.deepEqual([status.uri, status.idx], [lists.uri, 0]);
      assert.ok(!JSON.stringify(stored).includes(lists.uri));
    });

    it('connects to no address inside, whatever an attestation names', async () => {
      const closed = await startSampleServer({ clock, env: { OUTBOUND_ALLOW: 'lists.example', RATE_WALLET: '0' } });
      closed.writeConfig(`${shape.folder}trust/wallet-providers/provider.pem`, provider.caPem);
      try {
        const { wallet, offer } = await beginAt(closed, shape, provider, clock);
        const parameters = wallet.authorizationParameters(offer);
        const before = lists.made.connections;
        const { port } = new URL(lists.uri);
        const inside = ['127.0.0.1', '2130706433', '0x7f.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]'];
        for (const host of [...inside, '169.254.169.254', '10.0.0.1']) {
          for (const scheme of ['http', 'https']) {
            const status = { status_list: { idx: 0, uri: `${scheme}://${host}:${port}/list` } };
            const claims = { client_status: { status, exp: 4_102_444_800 } };
            const answer = await wallet.par(parameters, await wallet.attested({ attestation: { claims } }));
            assertRefused(answer, 400, INVALID);
          }
        }
        for (const uri of ['file:///etc/passwd', 'ftp://lists.example/l', 'javascript:1']) {
          const claims = { client_status: { status: { status_list: { idx: 0, uri } } } };
          const answer = await wallet.par(parameters, await wallet.attested({ attestation: { claims } }));
          assertRefused(answer, 400, INVALID);
        }
        assert.equal(lists.made.connections, before);
      } finally {
        await closed.close();
      }
    });
  });
}

async function beginAt(server: TestServer, shape: Shape, provider: WalletProvider, clock: () => number) {
  const { uri, session } = await offerOf(server, shape, { credentialConfigurationIds: ['pid'] });
  const wallet = new AttestedWallet({ issuer: shape.issuer(server), provider, clock });
  return { wallet, offer: await wallet.offer(uri), session };
}
