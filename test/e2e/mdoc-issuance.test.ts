/** mdocs in every flow, in both API variants, with a third-party wallet library. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { MDL_DOCTYPE, MDL_NAMESPACE, PID_DOCTYPE, PID_NAMESPACE } from '@countersign/shared/mdoc/element-types';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { read } from '@countersign/wallet/sending/answer';
import { assertRefused, beginWithToken, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { assertDeviceKey, heldMdoc } from '../support/held-mdoc.ts';
import { pidQuestion } from '../support/presentation.ts';
import { holdPidOf, offerOf, type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { receiveWithOpenid4vc } from '../wallet/openid4vc-wallet.ts';
import { presentWithOpenid4vp } from '../wallet/openid4vp-wallet.ts';

const BADGE = 'org.example.badge';
const BADGE_NAMESPACE = 'org.example.badge.1';
const root = new URL('../../../', import.meta.url);
const sample = (id: string): { claims: Record<string, Record<string, unknown>> } =>
  JSON.parse(readFileSync(new URL(`test/samples/issuance/${id}.json`, root), 'utf8'));

let server: TestServer;
let receiver: WebhookReceiver;

before(async () => {
  server = await startSampleServer({ env: { CLAIMS_WAIT: '30' } });
  receiver = await openReceiver();
  receiver.status = 200;
});
after(async () => {
  await server.close();
  await receiver.close();
});

/** The samples of the root folder, in the folder of each tenant. */
function writeSamples({ folder }: Shape): void {
  for (const id of ['mdl', 'pid-mdoc']) server.writeConfig(`${folder}issuance/${id}.json`, sample(id));
}

for (const shape of shapes) {
  describe(`mdocs, ${shape.name}`, () => {
    before(() => writeSamples(shape));

    it('authorization code: a PID with the proven key, a status of its own and the claims of the offer', async () => {
      const claims = { [PID_NAMESPACE]: { family_name: 'Musterfrau', birth_date: '1990-02-03', age_over_18: true } };
      const made = await offerOf(server, shape, {
        credentialConfigurationIds: ['pid-mdoc'],
        claims: { 'pid-mdoc': claims },
        lifetimes: { 'pid-mdoc': 86_400 },
      });
      const received = await receiveWithOpenid4vc({ link: made.uri, dpop: true });
      const held = await heldMdoc(server, shape.tenant, PID_DOCTYPE, received.credentials[0] ?? '');
      assert.deepEqual(held.claims, claims);
      assertDeviceKey(held, received.keys[0] ?? assert.fail());
      assert.ok(held.status.uri.startsWith(`${shape.issuer(server)}/`), held.status.uri);
      for (const time of Object.values(held.times)) assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:00:00Z$/);
      const view = await read(await shape.call(server, `/session/${made.session}`));
      assert.equal(view.json.status, 'completed');
    });

    it('pre-authorized code, batch: no value that is not of the data links two credentials', async () => {
      const made = await offerOf(server, shape, { credentialConfigurationIds: ['mdl'], ...PRE_AUTHORIZED_FLOW });
      const received = await receiveWithOpenid4vc({ link: made.uri, dpop: true, batch: 4 });
      assert.equal(received.credentials.length, 4);
      const held = await Promise.all(
        received.credentials.map((credential) => heldMdoc(server, shape.tenant, MDL_DOCTYPE, credential)),
      );
      for (const one of held) assert.deepEqual(one.claims, sample('mdl').claims);
      held.forEach((one, index) => {
        assertDeviceKey(one, received.keys[index] ?? assert.fail());
      });
      const randoms = held.flatMap((one) => one.randoms);
      assert.equal(new Set(randoms).size, randoms.length);
      assert.equal(new Set(held.map(({ status }) => `${status.uri} ${status.idx}`)).size, 4);
      assert.equal(new Set(held.map(({ times }) => JSON.stringify(times))).size, 1, 'equal times');
      // 14 elements: two of four equal orders come up once in 14!.
      assert.equal(new Set(held.map(({ order }) => order.get(MDL_NAMESPACE))).size, 4, 'shuffled digest ids');
    });

    it('during presentation, deferred: the claims webhook answers by namespace', async () => {
      receiver.silent = true;
      receiver.body = JSON.stringify({ badge: { [BADGE_NAMESPACE]: { level: 'late', since: '2020-01-02' } } });
      server.writeConfig(`${shape.folder}issuance/badge.json`, {
        config: { format: 'mso_mdoc', doctype: BADGE },
        claims: { [BADGE_NAMESPACE]: { level: 'static' } },
        element_types: { [BADGE_NAMESPACE]: { since: 'full-date' } },
        presentation_during_issuance: { type: 'identity', webhook: { url: receiver.url } },
      });
      server.writeConfig(`${shape.folder}presentation/identity.json`, pidQuestion);
      const pid = await holdPidOf(server, shape);
      const made = await offerOf(server, shape, { credentialConfigurationIds: ['badge'] });
      const received = await receiveWithOpenid4vc({
        link: made.uri,
        dpop: true,
        present: async (link) => {
          const { answer } = await presentWithOpenid4vp(link, pid);
          assert.equal(answer.status, 200, answer.text);
          return answer.json.presentation_during_issuance_session;
        },
        deferred: () => {
          receiver.silent = false;
        },
      });
      assert.ok(received.waited > 0);
      const held = await heldMdoc(server, shape.tenant, BADGE, received.credentials[0] ?? '');
      assert.deepEqual(held.claims, { [BADGE_NAMESPACE]: { level: 'late', since: '2020-01-02' } });
      assertDeviceKey(held, received.keys[0] ?? assert.fail());
    });

    it('an answer of the claims webhook with a value of the wrong type ends the issuance, and nothing is signed', async () => {
      receiver.silent = false;
      receiver.body = JSON.stringify({ wrong: { [BADGE_NAMESPACE]: { level: 'late', since: 5 } } });
      server.writeConfig(`${shape.folder}issuance/wrong.json`, {
        config: { format: 'mso_mdoc', doctype: BADGE },
        claims: { [BADGE_NAMESPACE]: { level: 'static' } },
        element_types: { [BADGE_NAMESPACE]: { since: 'full-date' } },
        presentation_during_issuance: { type: 'identity', webhook: { url: receiver.url } },
      });
      server.writeConfig(`${shape.folder}presentation/identity.json`, pidQuestion);
      const pid = await holdPidOf(server, shape);
      const made = await offerOf(server, shape, { credentialConfigurationIds: ['wrong'] });
      const present = async (link: string) =>
        (await presentWithOpenid4vp(link, pid)).answer.json.presentation_during_issuance_session;
      await assert.rejects(receiveWithOpenid4vc({ link: made.uri, dpop: true, present, deferred: () => undefined }));
      const { json } = await read(await shape.call(server, `/session/${made.session}`));
      assert.deepEqual([json.status, json.error.reason], ['failed', 'claims_invalid']);
      assert.match(JSON.stringify(json.error), /since: is not a full date/);
    });

    it('the metadata of the issuer', async () => {
      const { json } = await read(
        await server.request(
          shape.tenant === 'default'
            ? '/.well-known/openid-credential-issuer'
            : `/.well-known/openid-credential-issuer/${shape.tenant}`,
        ),
      );
      const { mdl } = json.credential_configurations_supported;
      assert.deepEqual([mdl.format, mdl.doctype, mdl.vct], ['mso_mdoc', MDL_DOCTYPE, undefined]);
      assert.deepEqual(mdl.credential_signing_alg_values_supported, [-7, -9]);
      assert.deepEqual(mdl.cryptographic_binding_methods_supported, ['cose_key', 'jwk']);
    });

    for (const [name, claims, pointer] of [
      ['of the wrong type', { [MDL_NAMESPACE]: { birth_date: 5 } }, `/claims/mdl/${MDL_NAMESPACE}/birth_date`],
      ['outside of the namespaces', { 'org.example.other': { a: 1 } }, '/claims/mdl/org.example.other'],
      [
        'of another country than the signer',
        { [MDL_NAMESPACE]: { issuing_country: 'XK' } },
        `/claims/mdl/${MDL_NAMESPACE}/issuing_country`,
      ],
    ] as const) {
      it(`a claim ${name} is refused at the offer`, async () => {
        const body = { response_type: 'uri', credentialConfigurationIds: ['mdl'], claims: { mdl: claims } };
        const init = { method: 'POST', body: JSON.stringify(body) };
        const { status, json } = await read(await shape.call(server, shape.offer, init));
        assert.equal(status, 400);
        assert.deepEqual(
          json.errors.map((finding: { pointer: string }) => finding.pointer),
          [pointer],
        );
      });
    }
  });
}

describe('keys of the wallet', () => {
  const offered = { ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds: ['mdl'] };

  it('a key that proves two proofs of a batch gets no credential', async () => {
    const { wallet, token, session } = await beginWithToken(server, offered);
    const [key, nonce] = [newWalletKey(), await wallet.nonce()];
    const jwt = [wallet.proof(key, nonce), wallet.proof(key, nonce)];
    const answer = await wallet.credential(token, { credential_configuration_id: 'mdl', proofs: { jwt } });
    assertRefused(answer, 400, 'invalid_proof');
    assert.notEqual((await sessionOf(server, session)).status, 'issued');
  });

  for (const [name, change] of [
    ['with its private part', { d: 'A'.repeat(43) }],
    ['off its curve', { y: Buffer.alloc(32, 1).toString('base64url') }],
  ] as const) {
    it(`a key ${name} gets no credential`, async () => {
      const { wallet, token } = await beginWithToken(server, offered);
      const key = newWalletKey();
      const lying = { ...key, publicJwk: { ...key.publicJwk, ...change } };
      const jwt = [wallet.proof(lying, await wallet.nonce())];
      const answer = await wallet.credential(token, { credential_configuration_id: 'mdl', proofs: { jwt } });
      assertRefused(answer, 400, 'invalid_proof');
    });
  }
});
