import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import {
  checkStatus,
  type StatusList,
  type StatusTokenOptions,
  verifyStatusToken,
} from '../../src/protocol/status-token.ts';
import { anchor, issuer, jwtOf, NOW, SECONDS } from './presentations.ts';
import { refuses, refusesLater } from './refuses.ts';

const uri = 'https://issuer.example/list/1';
const foreign = await makeSigningKey();
const leaf = new X509Certificate(Buffer.from(issuer.x5c[0] ?? '', 'base64'));
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
  return jwtOf({ ...header, ...change.header }, { ...payload, ...change.payload }, change.key ?? issuer.privateKey);
}

function verify(token: string, change: Partial<StatusTokenOptions> = {}): Promise<StatusList> {
  return verifyStatusToken({ token, reference, now: NOW, ...change });
}

function statuses(list: StatusList, count: number): string[] {
  return Array.from({ length: count }, (_, idx) => {
    try {
      checkStatus(list, idx);
      return 'valid';
    } catch (error) {
      return (error as { reason: string }).reason;
    }
  });
}

test('the lists printed in the standard', async () => {
  const one = await verify(tokenOf());
  assert.deepEqual(
    statuses(one, 17).map((status) => ({ valid: 0, revoked: 1 })[status] ?? status),
    [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1, 'status_unavailable'],
  );
  const two = await verify(tokenOf({ payload: { status_list: { bits: 2, lst: TWO_BITS } } }));
  assert.deepEqual(
    statuses(two, 13).map((status) => status.slice(0, 3)),
    ['rev', 'sus', 'val', 'rev', 'val', 'rev', 'val', 'rev', 'rev', 'sus', 'rev', 'rev', 'sta'],
  );
});

test('an index outside of the list is refused', async () => {
  const list = await verify(tokenOf());
  for (const idx of [-1, 0.5, 2 ** 53, Number.NaN, 16]) refuses(() => checkStatus(list, idx), 'status_unavailable');
});

test('signed by the key of the credential without a chain', async () => {
  await verify(tokenOf({ header: { x5c: undefined } }));
  await refusesLater(verify(tokenOf({ header: { x5c: undefined }, key: foreign.privateKey })), 'status_unavailable');
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
    await refusesLater(verify(tokenOf(change)), 'status_unavailable');
  });
}

test('a list that inflates beyond the limit is refused', async () => {
  const lst = deflateSync(Buffer.alloc(10_000_000)).toString('base64url');
  const token = tokenOf({ payload: { status_list: { bits: 1, lst } } });
  assert.ok(token.length < 30_000);
  await refusesLater(verify(token), 'status_unavailable');
  await verify(token, { maxBytes: 10_000_000 });
});

test('a token longer than the limit is not parsed', async () => {
  await refusesLater(verify(tokenOf(), { maxLength: 100 }), 'status_unavailable');
  await refusesLater(verify('A'.repeat(2_097_153)), 'status_unavailable');
});
