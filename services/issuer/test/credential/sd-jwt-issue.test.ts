import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { systemRandom } from '@countersign/shared/kernel/random';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import fc from 'fast-check';
import { compactVerify, importX509 } from 'jose';
import { checkedFrame, fitDisclosureFrame } from '../../src/configuration/disclosure-frame.ts';
import { type IssueSdJwtVcOptions, issueSdJwtVc } from '../../src/credential/sd-jwt-issue.ts';

const key = await makeSigningKey();
const random = systemRandom;
const vct = 'https://issuer.example/vct/id';

interface Issued extends Omit<IssueSdJwtVcOptions, 'frame'> {
  readonly disclosureFrame?: JsonObject;
}

async function issue({ disclosureFrame, ...options }: Issued): Promise<string> {
  const frame = disclosureFrame && checkedFrame(disclosureFrame);
  return issueSdJwtVc({ ...options, frame });
}

function parts(credential: string): {
  readonly jwt: string;
  readonly disclosures: readonly Json[][];
  readonly raw: readonly string[];
} {
  const [jwt = '', ...rest] = credential.split('~');
  assert.equal(rest.pop(), '', 'ends with a tilde');
  const disclosures = rest.map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Json[]);
  return { jwt, disclosures, raw: rest };
}

function payloadOf(jwt: string): JsonObject {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as JsonObject;
}

function digest(disclosure: string): string {
  return createHash('sha256').update(disclosure).digest('base64url');
}

test('header, signature and chain: checked by jose and node', async () => {
  const credential = await issue({ payload: { vct, name: 'Ä' }, key, random });
  const { jwt, disclosures } = parts(credential);
  const leaf = new X509Certificate(Buffer.from(key.x5c[0] ?? '', 'base64'));
  const { protectedHeader, payload } = await compactVerify(jwt, await importX509(leaf.toString(), 'ES256'));
  assert.deepEqual(protectedHeader, { typ: 'dc+sd-jwt', alg: 'ES256', kid: key.kid, x5c: key.x5c });
  assert.deepEqual(JSON.parse(Buffer.from(payload).toString()), { vct, name: 'Ä' });
  assert.deepEqual(disclosures, []);
});

test('disclosable claims become disclosures, nested and in arrays', async () => {
  const payload = { vct, name: 'A', born: null, list: ['x', 'y'], address: { street: 's', city: 'c' } };
  const disclosureFrame = {
    _sd: ['name', 'born', 'address', 'missing'],
    list: { _sd: [1] },
    address: { _sd: ['street'] },
    missing: { deeper: { _sd: ['x'] } },
  };
  const credential = await issue({ payload, disclosureFrame, key, random });
  const { jwt, disclosures, raw } = parts(credential);
  const signed = payloadOf(jwt);
  const found = Object.fromEntries(raw.map((text, i) => [digest(text), disclosures[i]]));
  const digests = signed._sd as string[];
  const top = digests.map((name) => found[name]?.slice(1));
  assert.deepEqual(new Set(top.map((item) => item?.[0])), new Set(['name', 'born', 'address']));
  assert.deepEqual(digests, [...digests].sort(), 'the order reveals nothing');
  const address = top.find((item) => item?.[0] === 'address')?.[1] as JsonObject;
  assert.deepEqual(Object.keys(address).sort(), ['_sd', 'city']);
  const street = (address._sd as string[])[0] ?? '';
  assert.deepEqual(found[street]?.slice(1), ['street', 's']);
  const [x, y] = signed.list as [string, { '...': string }];
  assert.equal(x, 'x');
  assert.deepEqual(found[y['...']]?.slice(1), ['y']);
  assert.equal(signed._sd_alg, 'sha-256');
  assert.deepEqual(Object.keys(signed).sort(), ['_sd', '_sd_alg', 'list', 'vct']);
});

test('a frame without matching claims makes no disclosures', async () => {
  const options = { payload: { vct, name: 'text' }, disclosureFrame: { _sd: ['x'], name: { _sd: ['0'] } } };
  const { jwt } = parts(await issue({ ...options, key, random }));
  assert.deepEqual(payloadOf(jwt), { vct, name: 'text' });
});

test('decoys are digests without disclosures', async () => {
  const options = { payload: { vct, name: 'text' }, disclosureFrame: { _sd: ['name'], _sd_decoy: 4 } };
  const { jwt, disclosures } = parts(await issue({ ...options, key, random }));
  assert.equal((payloadOf(jwt)._sd as string[]).length, 5);
  assert.equal(disclosures.length, 1);
});

test('salts have 128 bits and never repeat', async () => {
  const payload: Record<string, Json> & { vct: string } = { vct };
  for (let i = 0; i < 50; i += 1) payload[`c${i}`] = i;
  const disclosureFrame = { _sd: Object.keys(payload).slice(1), _sd_decoy: 10 };
  const salts = new Set<Json | undefined>();
  const digests = new Set<string>();
  for (let i = 0; i < 20; i += 1) {
    const { jwt, disclosures } = parts(await issue({ payload, disclosureFrame, key, random }));
    for (const [salt] of disclosures) {
      assert.equal(Buffer.from(String(salt), 'base64url').length, 16);
      salts.add(salt);
    }
    for (const name of payloadOf(jwt)._sd as string[]) digests.add(name);
  }
  assert.equal(salts.size, 20 * 50);
  assert.equal(digests.size, 20 * 60);
});

test('the library verifies what was issued', async () => {
  const disclosureFrame = { _sd: ['name'], list: { _sd: [0] } };
  const payload = { vct, iat: 1, name: 'A', list: [{ a: 1 }] };
  const credential = await issue({ payload, disclosureFrame, key, random });
  const publicKey = createPublicKey(key.privateKey);
  const opponent = new SDJwtVcInstance({
    hasher: (data) =>
      createHash('sha256')
        .update(data as string)
        .digest(),
    verifier: (data, signature) =>
      verify(
        'sha256',
        Buffer.from(data),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
  });
  assert.deepEqual((await opponent.verify(credential)).payload, payload);
});

test('frames and claims that the configuration should have refused are not signed', async () => {
  const cases: [payload: JsonObject & { vct: string }, frame: JsonObject][] = [
    [{ vct, exp: 1 }, { _sd: ['exp'] }],
    [{ vct, cnf: { jwk: {} } }, { cnf: { _sd: ['jwk'] } }],
    [{ vct, name: { _sd: ['x'] } }, {}],
    [{ vct, list: [{ '...': 'x' }] }, {}],
  ];
  for (const [payload, disclosureFrame] of cases) {
    await assert.rejects(
      issue({ payload, disclosureFrame, key, random }),
      (error) =>
        error instanceof ProtocolError &&
        error.code === 'server_error' &&
        error.options.reason === 'credential_not_made',
    );
  }
});

/** The salts are a sequence, and the signature is a digest: the same claims result in the same credential. */
function repeatable() {
  let made = 0;
  const bytes = (size: number): Buffer => {
    made += 1;
    return createHash('sha256').update(`salt ${made}`).digest().subarray(0, size);
  };
  const signing = { ...key, sign: async (input: Buffer) => createHash('sha512').update(input).digest() };
  return { random: bytes, key: signing };
}

async function issuedByLibrary(
  payload: JsonObject & { vct: string },
  disclosureFrame: JsonObject | undefined,
): Promise<string> {
  const { random: bytes, key: signing } = repeatable();
  const library = new SDJwtVcInstance({
    signAlg: 'ES256',
    signer: async (input) => (await signing.sign(Buffer.from(input))).toString('base64url'),
    hashAlg: 'sha-256',
    hasher: (data) =>
      createHash('sha256')
        .update(typeof data === 'string' ? data : Buffer.from(data))
        .digest(),
    saltGenerator: () => bytes(16).toString('base64url'),
  });
  const frame = disclosureFrame === undefined ? undefined : fitDisclosureFrame(disclosureFrame, payload);
  const header = { typ: 'dc+sd-jwt', kid: signing.kid, x5c: [...signing.x5c] };
  return library.issue<JsonObject & { vct: string }>(payload, frame as never, { header });
}

const names = ['name', 'address', '0', '17', 'Straße', 'a b', 'z'];
const { claim } = fc.letrec<{ claim: Json }>((tie) => ({
  claim: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('claim'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('claim'), { maxKeys: 4 }),
  ),
}));
const { frame } = fc.letrec<{ frame: JsonObject }>((tie) => ({
  frame: fc
    .record({
      listed: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 4 }),
      positions: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
      isArray: fc.boolean(),
      decoys: fc.constantFrom(0, 0, 0, 2),
      below: fc.oneof(
        { maxDepth: 3 },
        fc.constant({}),
        fc.dictionary(fc.constantFrom(...names), tie('frame'), { maxKeys: 3 }),
      ),
    })
    .map(({ listed, positions, isArray, decoys, below }) => ({
      ...below,
      _sd: isArray ? positions : listed,
      ...(decoys === 0 ? {} : { _sd_decoy: decoys }),
    })),
}));

test('a credential is the one that the library makes, byte for byte', async () => {
  const claims = fc.dictionary(fc.constantFrom(...names), claim);
  const top = frame.map(({ _sd, ...rest }) => ({
    ...rest,
    _sd: (_sd as readonly Json[]).filter((name) => typeof name === 'string'),
  }));
  await fc.assert(
    fc.asyncProperty(claims, fc.option(top, { nil: undefined }), async (given, disclosureFrame) => {
      const payload = { iss: 'https://issuer.example', vct, ...given };
      const options = { payload, ...(disclosureFrame === undefined ? {} : { disclosureFrame }) };
      const own = await issue({ ...options, ...repeatable() });
      assert.equal(own, await issuedByLibrary(payload, disclosureFrame));
    }),
    { seed: 9901, numRuns: 300 },
  );
});
