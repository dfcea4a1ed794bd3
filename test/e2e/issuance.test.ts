/** The main job, in both API variants: offer, wallet, credential, status, notification. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { statusOf, verifyStrictly, verifyWithLibrary } from '../support/credential.ts';
import { credentialBody } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { receiveWithOpenid4vc } from '../wallet/openid4vc-wallet.ts';

interface OfferAnswer {
  readonly uri: string;
  readonly session: string;
  readonly txCode?: string;
}

describe('issuance with a wallet library of others', () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer();
  });
  after(() => server.close());

  const shapes = {
    a: {
      offer: '/vci/offer',
      tenant: 'default',
      issuer: () => server.url,
      call: (path: string, init?: RequestInit) => server.a(path, init),
    },
    b: {
      offer: '/issuer-management/offer',
      tenant: 'root',
      issuer: () => `${server.url}/root`,
      call: (path: string, init?: RequestInit) => server.b(path, init),
    },
  };

  for (const [name, shape] of Object.entries(shapes)) {
    const offer = async (body: object): Promise<OfferAnswer> => {
      const response = await shape.call(shape.offer, { method: 'POST', body: JSON.stringify(body) });
      assert.equal(response.status, 201);
      return (await response.json()) as OfferAnswer;
    };
    const session = async (id: string): Promise<Record<string, unknown>> => {
      const response = await shape.call(`/session/${id}`);
      assert.equal(response.status, 200);
      return (await response.json()) as Record<string, unknown>;
    };

    for (const dpop of [true, false]) {
      for (const skipChallenge of [true, false]) {
        it(`${name}: authorization code, ${dpop ? 'DPoP' : 'Bearer'}, ${skipChallenge ? 'PAR' : 'challenge'} first`, async () => {
          const made = await offer({ response_type: 'uri', credentialConfigurationIds: ['pid'] });
          const received = await receiveWithOpenid4vc({ link: made.uri, dpop, skipChallenge });
          assert.equal(received.tokenType, dpop ? 'DPoP' : 'Bearer');
          assert.equal(received.path, skipChallenge ? 'par' : 'challenge');
          const credential = await verifyWithLibrary(received.credentials[0] ?? '');
          assert.equal(credential.header.typ, 'dc+sd-jwt');
          assert.equal(credential.claims.iss, shape.issuer());
          assert.equal(credential.claims.family_name, 'Mustermann');
          assert.deepEqual(credential.claims.cnf, { jwk: received.keys[0]?.publicJwk });
          // Selectively disclosable claims are not readable in the signed part.
          assert.equal(credential.signed.family_name, undefined);
          assert.deepEqual(
            await verifyStrictly(server, shape.tenant, received.credentials[0] ?? ''),
            credential.claims,
          );
          assert.equal((await statusOf(credential.claims)).value, 0);
          const seen = await session(made.session);
          assert.equal(seen.status, 'completed');
          assert.equal((seen.issued as unknown[]).length, 1);
        });
      }
    }

    it(`${name}: pre-authorized code with a transaction code and claims of the offer`, async () => {
      const made = await offer({
        response_type: 'uri',
        credentialConfigurationIds: ['diploma'],
        flow: 'pre_authorized_code',
        tx_code: true,
        claims: { diploma: { family_name: 'Curie', degree: { type: 'Doctorate', name: 'Physics' } } },
      });
      assert.match(made.txCode ?? '', /^\d{6}$/);
      const received = await receiveWithOpenid4vc({ link: made.uri, txCode: made.txCode ?? '' });
      const { claims } = await verifyWithLibrary(received.credentials[0] ?? '');
      assert.equal(claims.family_name, 'Curie');
      // One source of claims replaces all others: no static claims are mixed in.
      assert.equal(claims.awarded, undefined);
    });

    it(`${name}: every configuration of an offer can be issued on one token`, async () => {
      const made = await offer({
        response_type: 'uri',
        credentialConfigurationIds: ['pid', 'diploma'],
        flow: 'pre_authorized_code',
      });
      const wallet = new Wallet({ issuer: shape.issuer() });
      const token: string = (await wallet.redeem(await wallet.offer(made.uri))).json.access_token;
      for (const [index, id] of ['pid', 'diploma'].entries()) {
        const answer = await wallet.credential(token, await credentialBody(wallet, { id }));
        const { claims } = await verifyWithLibrary(answer.json.credentials[0].credential);
        assert.ok(String(claims.vct).endsWith(`/credentials/vct/${id}`));
        assert.equal((await wallet.notify(token, answer.json.notification_id)).status, 204);
        assert.equal((await session(made.session)).status, index === 0 ? 'issued' : 'completed');
      }
    });

    it(`${name}: a batch has a key and an index for each credential`, async () => {
      const made = await offer({
        response_type: 'uri',
        credentialConfigurationIds: ['pid'],
        flow: 'pre_authorized_code',
      });
      const received = await receiveWithOpenid4vc({ link: made.uri, batch: 5 });
      const credentials = await Promise.all(received.credentials.map(verifyWithLibrary));
      assert.equal(credentials.length, 5);
      assert.equal(new Set(credentials.map(({ claims }) => JSON.stringify(claims.status))).size, 5);
      assert.equal(new Set(credentials.map(({ claims }) => JSON.stringify(claims.cnf))).size, 5);
    });
  }
});
