import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import type { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { CborMap, CborValue, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { openIssuer, PUBLIC_URL, type World, wallet } from '../world.ts';
import { withToken } from './token.ts';

const DOCTYPE = 'org.example.member';
const NAMESPACE = 'org.example.member.1';
const CREDENTIAL = 'issuer.credential';

async function worldWithMdoc(t: TestContext, more: JsonObject = {}): Promise<World> {
  const world = await openIssuer(t);
  const written = {
    config: { format: 'mso_mdoc', doctype: DOCTYPE },
    claims: { [NAMESPACE]: { level: 'gold' } },
    element_types: { [NAMESPACE]: { since: 'full-date' } },
    ...more,
  };
  writeFileSync(join(world.configFolder, 'issuance', 'badge.json'), JSON.stringify(written));
  return world;
}

const BADGE = { credential_configuration_id: 'badge' };
const offered = (claims?: JsonObject): JsonObject => ({
  credentialConfigurationIds: ['badge'],
  ...(claims === undefined ? {} : { claims: { badge: claims } }),
});

interface Issued {
  readonly elements: ReadonlyMap<CborValue, CborValue>;
  readonly mso: CborMap;
  readonly header: CborMap;
}

async function issued(world: World, offer: JsonObject): Promise<Issued> {
  const { send, request } = await withToken(world, offer);
  const { body } = await send(CREDENTIAL, await request(BADGE));
  const [first] = (body as unknown as { credentials: { credential: string }[] }).credentials;
  const signed = readCbor(Buffer.from(first?.credential ?? '', 'base64url')) as CborMap;
  const items = (signed.get('nameSpaces') as CborMap).get(NAMESPACE) as readonly Tagged[];
  const auth = signed.get('issuerAuth') as readonly CborValue[];
  const decoded = items.map((item) => readCbor(item.value as Buffer) as CborMap);
  return {
    elements: new Map(decoded.map((item) => [item.get('elementIdentifier'), item.get('elementValue')])),
    header: readCbor(auth[0] as Buffer) as CborMap,
    mso: readCbor((readCbor(auth[2] as Buffer) as Tagged).value as Buffer) as CborMap,
  };
}

const timeOf = (mso: CborMap, name: string): number =>
  Date.parse(((mso.get('validityInfo') as CborMap).get(name) as Tagged).value as string);

test('an mdoc has the claims of the offer, the key of the wallet and a status of its own', async (t) => {
  const world = await worldWithMdoc(t);
  const claims = { [NAMESPACE]: { level: 'silver', since: '2020-01-02' } };
  const { elements, mso } = await issued(world, offered(claims));
  assert.equal(elements.get('level'), 'silver');
  assert.deepEqual((elements.get('since') as Tagged).tag, 1004);
  assert.equal(mso.get('docType'), DOCTYPE);
  const key = (mso.get('deviceKeyInfo') as CborMap).get('deviceKey') as CborMap;
  assert.deepEqual([...key.keys()], [1, -1, -2, -3]);
  assert.equal((key.get(-2) as Buffer).toString('base64url'), wallet.jwk.x);
  const { status_list } = Object.fromEntries(mso.get('status') as CborMap) as { status_list: CborMap };
  assert.deepEqual(Object.fromEntries(status_list), { idx: 0, uri: `${PUBLIC_URL}/list` });
});

test('static claims are issued, and a lifetime of the offer is kept', async (t) => {
  const world = await worldWithMdoc(t);
  const { elements, mso } = await issued(world, { ...offered(), lifetimes: { badge: 7200 } });
  assert.deepEqual([...elements], [['level', 'gold']]);
  const end = timeOf(mso, 'validUntil');
  assert.equal(end % 3_600_000, 0);
  assert.ok(end >= world.now + 7_200_000 && end < world.now + 10_800_000);
  assert.equal(timeOf(mso, 'signed') % 3_600_000, 0);
});

test('the end is that of the certificate of the signer where the lifetime is longer', async (t) => {
  const world = await worldWithMdoc(t, { lifetime: 1_576_800_000 });
  const { mso } = await issued(world, offered());
  const { notAfter } = await world.platform.keys.signer('default', 'mdoc');
  assert.equal(timeOf(mso, 'validUntil'), Math.floor(notAfter / 1000) * 1000);
});

test('what a device may sign itself is in the MSO, if the configuration names namespaces', async (t) => {
  const infoOf = async (more: JsonObject): Promise<CborMap> => {
    const { mso } = await issued(await worldWithMdoc(t, more), offered());
    return mso.get('deviceKeyInfo') as CborMap;
  };
  assert.deepEqual([...(await infoOf({})).keys()], ['deviceKey']);
  const allowed = (await infoOf({ device_namespaces: ['urn:eudi:sca:payment:1'] })).get('keyAuthorizations');
  assert.deepEqual(allowed, new Map([['nameSpaces', ['urn:eudi:sca:payment:1']]]));
});

test('the protected header names the certificate where the configuration wants it, and its chain is served', async (t) => {
  const [plain, named] = [await worldWithMdoc(t), await worldWithMdoc(t, { protected_certificate: true })];
  assert.deepEqual([...(await issued(plain, offered())).header.keys()], [1]);
  const { header } = await issued(named, offered());
  assert.deepEqual([...header.keys()], [1, 34, 35]);
  const { x5c } = await named.platform.keys.signer('default', 'mdoc');
  const leaf = Buffer.from(x5c[0] ?? '', 'base64');
  assert.deepEqual(header.get(34), [-16, createHash('sha256').update(leaf).digest()]);
  const { tag, value } = header.get(35) as Tagged;
  const [thumbprint = ''] = String(value).split('/').slice(-1);
  assert.deepEqual([tag, value], [32, `${PUBLIC_URL}/.well-known/certificate-chains/${leafThumbprint(x5c)}`]);
  const chain = await named.call('issuer.certificate-chain', { params: { thumbprint } });
  assert.deepEqual(new X509Certificate(chain.raw as Buffer).raw, leaf);
});

test('claims that have become unfit end the issuance, and nothing is signed', async (t) => {
  const world = await worldWithMdoc(t);
  const { session, send, request } = await withToken(world, offered({ [NAMESPACE]: { since: '2020-01-02' } }));
  const changed = {
    config: { format: 'mso_mdoc', doctype: DOCTYPE },
    claims: {},
    element_types: { [NAMESPACE]: { since: 'integer' } },
  };
  writeFileSync(join(world.configFolder, 'issuance', 'badge.json'), JSON.stringify(changed));
  world.now += 60_000;
  const why = await whyRefused(async () => send(CREDENTIAL, await request(BADGE)));
  assert.deepEqual(why[0], 'claims_invalid');
  assert.deepEqual((why[1] as { paths: readonly string[] }).paths, [JSON.stringify([NAMESPACE, 'since'])]);
  const { status, issuance } = await world.stored(session);
  assert.deepEqual([status, issuance.credentials], ['failed', []]);
});

for (const [name, claims, pointer] of [
  ['of another type than its element', { [NAMESPACE]: { since: 5 } }, `/claims/badge/${NAMESPACE}/since`],
  ['outside of the configured namespaces', { 'org.example.other': { a: 1 } }, '/claims/badge/org.example.other'],
  ['that is not by namespace', { level: 'gold' }, '/claims/badge/level'],
] as const) {
  test(`a claim ${name} is refused at the offer`, async (t) => {
    const world = await worldWithMdoc(t);
    await assert.rejects(world.offer(offered(claims)), ({ options: { errors } }: ProtocolError) => {
      assert.deepEqual(
        errors?.map((finding) => finding.pointer),
        [pointer],
      );
      return true;
    });
  });
}

test('a configuration of an mdoc has no type metadata', async (t) => {
  const world = await worldWithMdoc(t);
  assert.deepEqual(await whyRefused(() => world.call('issuer.vct', { method: 'GET', params: { id: 'badge' } })), [
    'document_unknown',
    { configurationId: 'badge' },
  ]);
});
