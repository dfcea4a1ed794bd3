import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { JwtError } from '../../src/crypto/jwt-error.ts';
import { readStatus } from '../../src/crypto/status-bits.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { StatusList } from '../../src/trust/status-list.ts';
import { type StatusTokenOptions, verifyStatusToken } from '../../src/trust/status-token.ts';
import { makeSigningKey } from '../crypto/signing-key.ts';
import { createWalletProvider } from '../crypto/wallet-provider.ts';
import { anchor, issuer, leaf, listToken, NOW, SECONDS } from './status-world.ts';

const uri = 'https://issuer.example/list/1';
const foreign = await makeSigningKey();
const reference = { uri, signer: leaf, anchors: [anchor] };
/** The vectors of the standard, 4.1: one bit and two bits. */
const ONE_BIT = Buffer.from('78dadbb918000217015d', 'hex').toString('base64url');
const TWO_BITS = Buffer.from('78da3be9f2130003df0207', 'hex').toString('base64url');

const header: JsonObject = { typ: 'statuslist+jwt', alg: 'ES256', x5c: [...issuer.x5c] };
const payload: JsonObject = { sub: uri, iat: SECONDS, status_list: { bits: 1, lst: ONE_BIT } };

interface TokenChange {
  readonly header?: object;
  readonly payload?: object;
  readonly key?: typeof issuer.privateKey;
}

function tokenOf(change: TokenChange = {}): string {
  return listToken({ ...header, ...change.header }, { ...payload, ...change.payload }, change.key ?? issuer.privateKey);
}

function verify(token: string, change: Partial<StatusTokenOptions> = {}): Promise<StatusList> {
  return verifyStatusToken({ token, reference, now: NOW, ...change });
}

function statuses({ list, bits }: StatusList, count: number): (number | undefined)[] {
  return Array.from({ length: count }, (_, idx) => readStatus(list, idx, bits));
}

async function refusesLater(promise: Promise<unknown>): Promise<void> {
  await assert.rejects(promise, JwtError);
}

test('the lists printed in the standard', async () => {
  const one = await verify(tokenOf());
  assert.deepEqual(statuses(one, 17), [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1, undefined]);
  const two = await verify(tokenOf({ payload: { status_list: { bits: 2, lst: TWO_BITS } } }));
  assert.deepEqual(statuses(two, 13), [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3, undefined]);
});

test('signed by the key of the credential without a chain', async () => {
  await verify(tokenOf({ header: { x5c: undefined } }));
  await refusesLater(verify(tokenOf({ header: { x5c: undefined }, key: foreign.privateKey })));
});

test('without a known signer only a chain counts', async () => {
  const { signer: _, ...anchored } = reference;
  await verify(tokenOf(), { reference: anchored });
  await refusesLater(verify(tokenOf({ header: { x5c: undefined } }), { reference: anchored }));
});

test('signed with ES384 or ES512 under an anchor of such a key', async () => {
  for (const alg of ['ES384', 'ES512'] as const) {
    const provider = await createWalletProvider({ alg, clock: () => NOW, statusUri: uri });
    const anchors = [new X509Certificate(provider.caPem)];
    const list = await verify(provider.statusList([0, 1]), { reference: { uri, anchors } });
    assert.deepEqual(statuses(list, 2), [0, 1]);
  }
});

test('cached for its ttl, within bounds, and never past its exp', async () => {
  const seconds = async (change: object): Promise<number> =>
    ((await verify(tokenOf({ payload: change }))).keepUntil - NOW) / 1000;
  assert.equal(await seconds({ ttl: 600 }), 600);
  assert.equal(await seconds({ ttl: 1 }), 30);
  assert.equal(await seconds({ ttl: 1e9 }), 86_400);
  assert.equal(await seconds({}), 300);
  assert.equal(await seconds({ ttl: 600, exp: SECONDS + 10 }), 10);
});

const bad: Record<string, TokenChange> = {
  'another type': { header: { typ: 'JWT' } },
  'no type': { header: { typ: undefined } },
  'no algorithm': { header: { alg: 'none' } },
  'a MAC': { header: { alg: 'HS256' } },
  'a critical header': { header: { crit: ['x'] } },
  'another address': { payload: { sub: `${uri}/` } },
  'no address': { payload: { sub: undefined } },
  'addresses in a list': { payload: { sub: [uri] } },
  'no iat': { payload: { iat: undefined } },
  'iat ahead': { payload: { iat: SECONDS + 61 } },
  'iat as text': { payload: { iat: '1' } },
  ended: { payload: { exp: SECONDS } },
  'a ttl of nothing': { payload: { ttl: 0 } },
  'a negative ttl': { payload: { ttl: -1 } },
  'a ttl as text': { payload: { ttl: '600' } },
  'no list': { payload: { status_list: undefined } },
  'three bits': { payload: { status_list: { bits: 3, lst: ONE_BIT } } },
  'bits as text': { payload: { status_list: { bits: '1', lst: ONE_BIT } } },
  'no lst': { payload: { status_list: { bits: 1 } } },
  'lst that is no base64url': { payload: { status_list: { bits: 1, lst: `${ONE_BIT}=` } } },
  'lst that is not compressed': { payload: { status_list: { bits: 1, lst: 'AAAA' } } },
  'lst cut short': { payload: { status_list: { bits: 1, lst: ONE_BIT.slice(0, 8) } } },
  'signed by a foreign key': { key: foreign.privateKey },
  'signed under a foreign anchor': { header: { x5c: [...foreign.x5c] }, key: foreign.privateKey },
  'a key in the header': { header: { x5c: undefined, jwk: foreign.publicJwk }, key: foreign.privateKey },
  'an empty chain': { header: { x5c: [] } },
};

for (const [name, change] of Object.entries(bad)) {
  test(`refused: ${name}`, async () => {
    await refusesLater(verify(tokenOf(change)));
  });
}

test('a list that inflates beyond the limit is refused', async () => {
  const lst = deflateSync(Buffer.alloc(10_000_000)).toString('base64url');
  const token = tokenOf({ payload: { status_list: { bits: 1, lst } } });
  assert.ok(token.length < 30_000);
  await refusesLater(verify(token));
  await verify(token, { maxBytes: 10_000_000 });
});

test('a token longer than the limit is not parsed', async () => {
  await refusesLater(verify(tokenOf(), { maxLength: 100 }));
  await refusesLater(verify('A'.repeat(2_097_153)));
});
