/** A tenant of profile `eu`: its credentials, SD-JWT VCs and mdocs, contain what the European profile requires. */
import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Tagged } from '@countersign/shared/mdoc/cbor-value';
import { COSE_HEADER } from '@countersign/shared/mdoc/cose-header';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { read } from '@countersign/wallet/sending/answer';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { verifyWithLibrary } from '../support/credential.ts';
import { ATTESTED, configurationOf, credentialsOf, type HaipWorld, startHaipWorld } from '../support/haip.ts';
import { assertBound, redeemed } from '../support/haip-flows.ts';
import { heldDocument, heldMdoc } from '../support/held-mdoc.ts';
import { CARD, cardConfiguration } from '../support/mdoc.ts';
import { shapes } from '../support/presentation-during-issuance.ts';

const type = { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} };
const attestedCard = {
  ...cardConfiguration,
  config: { ...cardConfiguration.config, proof_types_supported: { jwt: type, attestation: type } },
};

/** As it is in the folder `config`. */
const template = (id: string): { config: { doctype?: string }; claims: Record<string, unknown> } =>
  JSON.parse(readFileSync(new URL(`../../../test/samples/issuance/${id}.json`, import.meta.url), 'utf8'));

const BRIEF_CARD = 'org.example.brief';

let world: HaipWorld;
before(async () => {
  world = await startHaipWorld({ profile: 'eu' });
  const brief = { short_lived: true, lifetime: 86_400 };
  for (const { folder } of shapes) {
    const { config } = attestedCard;
    const briefCard = { ...attestedCard, config: { ...config, doctype: BRIEF_CARD, scope: 'brief-card' }, ...brief };
    world.server.writeConfig(`${folder}issuance/card.json`, attestedCard);
    world.server.writeConfig(`${folder}issuance/brief-card.json`, briefCard);
    for (const id of ['eu-pid', 'pid-mdoc', 'mdl'])
      world.server.writeConfig(`${folder}issuance/${id}.json`, template(id));
    world.server.writeConfig(`${folder}issuance/brief.json`, { ...configurationOf('brief'), ...brief });
  }
});
after(() => world.close());

for (const shape of shapes) {
  describe(`a tenant of profile eu, ${shape.name}`, () => {
    test('a credential names its chain, its leaf, its times and the bytes of its type', async () => {
      const holder = await world.wallet(shape, { wallet: 'eudi-kotlin' });
      const made = await world.offer(shape);
      await holder.redeem(await holder.offer(made.uri), made.txCode);
      const issued = await holder.credential({ configuration: ATTESTED, keys: [newWalletKey(), newWalletKey()] });
      await assertBound(issued);
      const [token = ''] = credentialsOf(issued.answer).map((credential) => credential.split('~')[0] ?? '');
      const [header, claims] = [decodeProtectedHeader(token), decodeJwt(token)];
      const leaf = Buffer.from(header.x5c?.[0] ?? '', 'base64');
      assert.equal(header['x5t#S256'], createHash('sha256').update(leaf).digest('base64url'));
      assert.deepEqual([header.iat, claims.nbf], [claims.iat, claims.iat]);
      assert.ok(Number(claims.exp) > Number(claims.iat));
      const chain = await fetch(String(header.x5u));
      assert.deepEqual([chain.status, chain.headers.get('content-type')], [200, 'application/pem-certificate-chain']);
      assert.deepEqual(new X509Certificate(await chain.text()).raw, leaf);
      const type = Buffer.from(await (await fetch(String(claims.vct))).arrayBuffer());
      assert.equal(claims['vct#integrity'], `sha256-${createHash('sha256').update(type).digest('base64')}`);
    });

    for (const id of ['eu-pid', 'pid-mdoc', 'mdl']) {
      test(`a wallet gets all attributes of the template ${id}`, async () => {
        const holder = await redeemed(world, shape, 'eudi-kotlin', { credentialConfigurationIds: [id] });
        const { answer } = await holder.credential({ configuration: id, keys: [newWalletKey()] });
        const [credential = ''] = credentialsOf(answer);
        const { config, claims } = template(id);
        if (config.doctype === undefined) {
          const held = await verifyWithLibrary(credential);
          for (const [name, value] of Object.entries(claims)) assert.deepEqual(held.claims[name], value);
          return;
        }
        const held = await heldMdoc(world.server, shape.tenant, config.doctype, credential);
        const names = Object.entries(held.claims as Record<string, object>).map(([space, of]) => [
          space,
          Object.keys(of),
        ]);
        assert.deepEqual(
          names,
          Object.entries(claims).map(([space, of]) => [space, Object.keys(of as object)]),
        );
      });
    }

    for (const configuration of ['brief', 'brief-card']) {
      test(`${configuration}: no status within 24 hours, which the credential says, and nothing to revoke`, async () => {
        const made = await world.offer(shape, { credentialConfigurationIds: [configuration] });
        const holder = await world.wallet(shape, { wallet: 'eudi-kotlin' });
        await holder.redeem(await holder.offer(made.uri), made.txCode);
        const { answer } = await holder.credential({ configuration, keys: [newWalletKey()] });
        const [credential = ''] = credentialsOf(answer);
        if (configuration === 'brief') {
          const { status, shortLived, iat = 0, exp = 0 } = decodeJwt(credential.split('~')[0] ?? '');
          assert.deepEqual([status, shortLived, exp - iat <= 86_400], [undefined, null, true]);
        } else {
          const { document, claims } = await heldDocument(world.server, shape.tenant, BRIEF_CARD, credential);
          assert.equal(document.mso.status, undefined);
          assert.deepEqual((claims as Record<string, unknown>)['org.etsi.01947201.010101'], { shortLived: true });
        }
        const session = await read(await shape.call(world.server, `/session/${made.session}`));
        const shown = session.json.issued.map((one: { status?: unknown }) => one.status);
        assert.deepEqual(shown, [undefined]);
        const revoke = shape.tenant === 'default' ? '/status-management' : '/session/revoke';
        const body = JSON.stringify({ sessionId: made.session, status: 1 });
        const refused = await read(await shape.call(world.server, revoke, { method: 'POST', body }));
        assert.deepEqual([refused.status, refused.json.reason], [404, 'status_credentials_unknown']);
      });
    }

    test('an mdoc names its leaf and its chain in what is signed', async () => {
      const holder = await redeemed(world, shape, 'eudi-kotlin', { credentialConfigurationIds: ['card'] });
      const { answer } = await holder.credential({ configuration: 'card', keys: [newWalletKey()] });
      const { document } = await heldMdoc(world.server, shape.tenant, CARD, credentialsOf(answer)[0] ?? '');
      const { protectedHeader } = document.issuerAuth;
      const [leaf = Buffer.alloc(0)] = document.x5chain;
      const digest = createHash('sha256').update(leaf).digest();
      assert.deepEqual(protectedHeader.get(COSE_HEADER.x5t), [-16, digest]);
      const address = (protectedHeader.get(COSE_HEADER.x5u) as Tagged).value as string;
      assert.deepEqual(new X509Certificate(await (await fetch(address)).text()).raw, leaf);
    });
  });
}
