/** Proofs of age: issued in a batch whose copies share nothing but the answer, and each presented once. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isCborMap, type Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { redirectBinding } from '@countersign/wallet/presentation/binding';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import { read } from '@countersign/wallet/sending/answer';
import { AV, ageQuestion, makeAgeRequest, proofConfiguration } from '../support/age.ts';
import { beginWithToken, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { heldDocument } from '../support/held-mdoc.ts';
import { answerWith } from '../support/mdoc.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const BATCH = 30;
const offered = { ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds: ['proof_of_age'] };

describe('proofs of age', () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer();
    server.writeConfig('issuance/proof_of_age.json', proofConfiguration);
    server.writeConfig('presentation/age.json', ageQuestion);
  });
  after(() => server.close());

  async function issuedBatch() {
    const { wallet, token, session } = await beginWithToken(server, offered);
    const nonce = await wallet.nonce();
    const keys = Array.from({ length: BATCH }, () => newWalletKey());
    const jwt = keys.map((key) => wallet.proof(key, nonce));
    const answer = await wallet.credential(token, { credential_configuration_id: 'proof_of_age', proofs: { jwt } });
    assert.equal(answer.status, 200, answer.text);
    const issued: string[] = answer.json.credentials.map(({ credential }: { credential: string }) => credential);
    return { session, held: issued.map((credential, index) => ({ credential, key: keys[index] ?? assert.fail() })) };
  }

  it('thirty copies share the answer, the signer and the times of a day, and nothing else', async () => {
    const { session, held } = await issuedBatch();
    const copies = await Promise.all(held.map(({ credential }) => heldDocument(server, 'default', AV, credential)));
    assert.equal(copies.length, BATCH);
    for (const { claims } of copies) assert.deepEqual(claims, { [AV]: { age_over_18: true } });
    const members = copies.map(({ document }) => document.mso);
    for (const mso of members) assert.equal(mso.status, undefined);
    const times = members.map(({ validityInfo }) => {
      assert.ok(isCborMap(validityInfo));
      return [...validityInfo].map(([name, at]) => [name, (at as Tagged).value]);
    });
    assert.equal(new Set(times.map((one) => JSON.stringify(one))).size, 1);
    const [signed, , validUntil] = (times[0] ?? []).map(([, at]) => String(at));
    // On the first day of a signer's certificate its start is later than midnight, and the same for everybody.
    assert.match(validUntil ?? '', /T00:00:00Z$/);
    assert.ok(Date.parse(validUntil ?? '') - Date.parse(signed ?? '') <= 90 * 86_400_000);
    const views = await sessionOf(server, session);
    assert.equal(views.issued.length, BATCH);
    for (const { status } of views.issued) assert.equal(status, undefined);
    // The mobile security object: no member by which copies could be linked.
    const object = readCbor(objectIn(held[0]?.credential ?? ''));
    assert.ok(object !== undefined && isCborMap(object));
    assert.deepEqual([...object.keys()].sort(), [
      'deviceKeyInfo',
      'digestAlgorithm',
      'docType',
      'validityInfo',
      'valueDigests',
      'version',
    ]);
  });

  it('an offer is a link for wallets of proofs of age, and has no other configuration', async () => {
    const post = async (body: object) =>
      read(await server.a('/vci/offer', { method: 'POST', body: JSON.stringify({ response_type: 'uri', ...body }) }));
    const made = await post(offered);
    assert.match(made.json.uri, /^av:\/\/\?credential_offer_uri=/);
    const both = await post({ ...offered, credentialConfigurationIds: ['proof_of_age', 'pid'] });
    assert.deepEqual(
      [both.status, both.json.errors.map(({ pointer }: { pointer: string }) => pointer)],
      [400, ['/credentialConfigurationIds/0']],
    );
    for (const claims of [{ family_name: 'M' }, { age_over_18: 1 }]) {
      const told = await post({ ...offered, claims: { proof_of_age: { [AV]: claims } } });
      assert.equal(told.status, 400, JSON.stringify(claims));
    }
    for (const seconds of [3600, 91 * 86_400]) {
      const long = await post({ ...offered, lifetimes: { proof_of_age: seconds } });
      assert.equal(long.status, 400, String(seconds));
    }
  });

  it('a configuration that wallets would refuse is refused when it is written', async () => {
    const broken = {
      ...proofConfiguration,
      id: 'age',
      claims: { [AV]: { age_over_18: true, portrait: 'x' } },
      short_lived: true,
      lifetime: 91 * 86_400,
    };
    const answer = await read(await server.b('/issuer-management', { method: 'POST', body: JSON.stringify(broken) }));
    assert.equal(answer.status, 400, answer.text);
    const pointers = answer.json.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(pointers.sort(), [`/claims/${AV}/portrait`, '/id', '/lifetime', '/short_lived'].sort());
  });

  it('two copies at two shops: both answers are accepted', async () => {
    const { held } = await issuedBatch();
    for (const copy of held.slice(0, 2)) {
      const { session, request } = await makeAgeRequest(server);
      const response = presentMdoc(copy, redirectBinding(request).transcript);
      const answer = await answerWith(request, { a: [response] });
      assert.equal(answer.status, 200, answer.text);
      const { credentials } = await sessionOf(server, session);
      assert.deepEqual(credentials, [{ id: 'a', values: { [AV]: { age_over_18: true } } }]);
    }
  });
});

/** The payload of `issuerAuth`: tag 24 around the object. */
function objectIn(credential: string): Buffer {
  const issuerSigned = readCbor(Buffer.from(credential, 'base64url'));
  assert.ok(issuerSigned !== undefined && isCborMap(issuerSigned));
  const message = issuerSigned.get('issuerAuth') as readonly unknown[];
  return (readCbor(message[2] as Buffer) as Tagged).value as Buffer;
}
