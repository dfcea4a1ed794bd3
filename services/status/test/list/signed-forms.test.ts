/** The signed forms of one list: when each is created, and which bits it has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { KeyPurpose, SigningKey } from '@countersign/shared/crypto/keys';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import type { CborMap, CborValue, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import type { BuiltToken } from '../../src/list/build-token.ts';
import { createSignedForms } from '../../src/list/signed-forms.ts';
import { PUBLIC_URL, world } from '../world.ts';

const [first, second] = [await makeSigningKey(), await makeSigningKey()];
const HALF_LIFE = 1_800_000;

/** Forms of a list of one byte, with the calls of the keys. */
async function forms(t: Parameters<typeof world>[0]) {
  const made = await world(t);
  const state = {
    bits: Buffer.of(0),
    revision: 1,
    read: [] as KeyPurpose[],
    ofSets: [] as string[],
    signed: 0,
    again: 0,
    key: first as SigningKey,
    /** The key ring's mdoc key. */
    mdoc: async (): Promise<SigningKey> => counted(state.key),
  };
  const counted = (key: SigningKey): SigningKey => ({
    ...key,
    sign: (input) => {
      state.signed += 1;
      return key.sign(input);
    },
  });
  const platform = made.platform();
  const signer = async (_tenant: string, purpose: KeyPurpose, set?: string): Promise<SigningKey> => {
    if (set !== undefined) {
      state.ofSets.push(`${set} ${purpose}`);
      const unknown = new ProtocolError('conflict', 'It has none', { reason: 'key_set_unknown' });
      if (purpose === 'mdoc') throw unknown;
      return counted(state.key);
    }
    state.read.push(purpose);
    return purpose === 'mdoc' ? state.mdoc() : counted(state.key);
  };
  const signedAgain = (): void => {
    state.again += 1;
  };
  const signedForms = createSignedForms(
    { ...platform, keys: { ...platform.keys, signer } },
    { tenant: 'default', uri: `${PUBLIC_URL}/list`, signedAgain },
  );
  const present = () => ({ list: state.bits, bits: 1 as const, revision: state.revision });
  return { made, state, signedForms, token: (form: 'jwt' | 'cwt') => signedForms.token(form, present) };
}

function bitsOf({ form, plain }: BuiltToken): Buffer {
  if (form === 'jwt') {
    const payload = JSON.parse(Buffer.from(plain.bytes.toString().split('.')[1] ?? '', 'base64url').toString());
    return inflateSync(Buffer.from(payload.status_list.lst, 'base64url'));
  }
  const message = (readCbor(plain.bytes) as Tagged).value as readonly CborValue[];
  const claim = (readCbor(message[2] as Buffer) as CborMap).get(65533);
  return inflateSync((claim as CborMap).get('lst') as Buffer);
}

test('a CWT is signed when it is first requested, once for concurrent requests, with the key of mdocs', async (t) => {
  const { state, signedForms, token } = await forms(t);
  await signedForms.readKeys();
  await token('jwt');
  assert.deepEqual([state.read, state.signed], [['credential'], 1]);
  const tokens = await Promise.all([token('cwt'), token('cwt'), token('jwt'), token('cwt')]);
  assert.equal(new Set(tokens).size, 2);
  assert.equal(state.signed, 2);
  assert.equal(state.again, 0);
  state.read.length = 0;
  await signedForms.readKeys();
  assert.deepEqual([...state.read].sort(), ['credential', 'mdoc']);
});

test('every token has the bits of its call, and no older one takes the place of a newer', async (t) => {
  const { state, signedForms, token } = await forms(t);
  await signedForms.readKeys();
  const before = [token('jwt'), token('cwt')];
  // The first CWT waits for its key: it gets the bits at that later time.
  state.bits[0] = 1;
  state.revision += 1;
  const after = [token('jwt'), token('cwt')];
  const [oldJwt, cwt, jwt, sameCwt] = await Promise.all([...before, ...after]);
  assert.deepEqual(
    [oldJwt, cwt, jwt].map((one) => bitsOf(one as BuiltToken)[0]),
    [0, 1, 1],
  );
  assert.equal(sameCwt, cwt);
  assert.equal(await token('jwt'), jwt);
});

test('bits that change while a token is built are not in it', async (t) => {
  const { state, signedForms, token } = await forms(t);
  await signedForms.readKeys();
  for (const form of ['jwt', 'cwt'] as const) {
    await token('cwt');
    state.bits = Buffer.of(4);
    state.revision += 1;
    const building = token(form);
    state.bits.fill(255);
    assert.deepEqual(bitsOf(await building), Buffer.of(4));
  }
});

test('each form is signed again at half of its own lifetime, and at once with a new key', async (t) => {
  const { made, state, signedForms, token } = await forms(t);
  await signedForms.readKeys();
  const jwt = await token('jwt');
  made.now += 1000;
  const cwt = await token('cwt');
  made.now += HALF_LIFE - 1001;
  assert.equal(await token('jwt'), jwt);
  assert.ok(signedForms.isCurrent('jwt', made.now));
  made.now += 1;
  assert.deepEqual([signedForms.isCurrent('jwt', made.now), signedForms.isCurrent('cwt', made.now)], [false, true]);
  assert.notEqual(await token('jwt'), jwt);
  assert.equal(await token('cwt'), cwt);
  assert.equal(state.again, 1);
  state.key = second;
  await signedForms.readKeys();
  assert.notEqual(await token('cwt'), cwt);
  assert.equal(state.again, 2);
});

test('without the key of mdocs there are still JWTs, and no CWT', async (t) => {
  const { state, signedForms, token } = await forms(t);
  await signedForms.readKeys();
  await token('cwt');
  const works = state.mdoc;
  state.mdoc = async () => {
    throw unavailable('database');
  };
  await signedForms.readKeys();
  await token('jwt');
  await assert.rejects(token('cwt'), { code: 'temporarily_unavailable' });
  state.mdoc = works;
  await token('cwt');
});

test('a signature that fails is tried again by the next request', async (t) => {
  const { state, signedForms, token } = await forms(t);
  const key = state.key;
  state.key = { ...key, sign: () => Promise.reject(unavailable('database')) };
  await signedForms.readKeys();
  for (const form of ['jwt', 'cwt'] as const) await assert.rejects(token(form), { code: 'temporarily_unavailable' });
  assert.equal(signedForms.isCurrent('cwt', 0), false);
  state.key = key;
  await signedForms.readKeys();
  for (const form of ['jwt', 'cwt'] as const) assert.equal((await token(form)).form, form);
});

test('a list of a key set is signed by that set, and in a form that the set has no key for by the tenant', async (t) => {
  const { state, signedForms, token } = await forms(t);
  await signedForms.readKeys('staff');
  await token('jwt');
  assert.deepEqual([state.ofSets, state.read], [['staff credential'], []]);
  await token('cwt');
  assert.deepEqual([state.ofSets, state.read], [['staff credential', 'staff mdoc'], ['mdoc']]);
});
