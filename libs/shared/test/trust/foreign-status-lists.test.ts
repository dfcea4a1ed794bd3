import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { OutboundError } from '../../src/http/outbound-error.ts';
import { makeSigningKey } from '../crypto/signing-key.ts';
import { until } from '../patience.ts';
import { ALL_REVOKED, FOREIGN, reference, served, statusWorld, tokenOf } from './status-world.ts';

const other = await makeSigningKey();
const stranger = new X509Certificate(Buffer.from(other.x5c[0] ?? '', 'base64'));
const ofOthers = { ...reference, signer: stranger, anchors: [new X509Certificate(other.anchor)] };

/** Asserts that a status can't be read. */
async function unknown(check: Promise<readonly string[]>): Promise<void> {
  for (const state of await check) assert.match(state, /^(unreachable|unusable)$/);
}

/** Asserts that each status is valid. */
async function valid(check: Promise<readonly string[]>): Promise<void> {
  for (const state of await check) assert.equal(state, 'valid');
}

const down = (): never => {
  throw new OutboundError('refused');
};

test('concurrent callers share one fetch of a list, which is fetched again after its ttl', async () => {
  const w = statusWorld();
  await Promise.all(Array.from({ length: 20 }, () => w.check([reference, reference])));
  assert.equal(w.fetched.length, 1);
  assert.deepEqual(w.fetched[0]?.accept, ['application/statuslist+jwt']);
  assert.deepEqual([w.fetched[0]?.timeout, w.fetched[0]?.maxBytes], [3000, 2_097_152]);
  w.made.now += 59_999;
  await valid(w.check([reference]));
  assert.equal(w.fetched.length, 1);
  w.made.now += 1;
  await valid(w.check([reference]));
  assert.equal(w.fetched.length, 2);
});

test('callers with different trusted signers share the fetch, not the verified list', async () => {
  const w = statusWorld();
  const outcomes = await Promise.all([w.check([reference]), w.check([ofOthers])]);
  assert.deepEqual(outcomes, [['valid'], ['unusable']]);
  assert.equal(w.fetched.length, 1);
  await unknown(w.check([ofOthers]));
  await valid(w.check([reference]));
});

test('a list that failed is not fetched again for half a minute', async () => {
  const failures = {
    unreachable: down,
    'no such list': () => ({ status: 404 }),
    'no token': () => ({ body: Buffer.from('x') }),
    'a token of another list': () => ({ body: Buffer.from(tokenOf('https://issuer.example/other')) }),
  };
  for (const [name, answer] of Object.entries(failures)) {
    const w = statusWorld(answer);
    await Promise.allSettled(Array.from({ length: 5 }, () => w.check([reference])));
    assert.equal(w.fetched.length, 1, name);
    w.made.answer = served;
    w.made.now += 29_999;
    await unknown(w.check([reference]));
    assert.equal(w.fetched.length, 1, name);
    w.made.now += 1;
    await valid(w.check([reference]));
    assert.equal(w.fetched.length, 2, name);
  }
});

test('an expired list is refused when the next fetch fails', async () => {
  const w = statusWorld();
  await valid(w.check([reference]));
  w.made.answer = down;
  w.made.now += 60_000;
  await unknown(w.check([reference]));
});

test('who does not wait gets what is known until its end, while it is fetched again', async () => {
  const w = statusWorld();
  const atOnce = { atOnce: true };
  await valid(w.check([reference], atOnce));
  assert.equal(w.fetched.length, 1);
  // A server that never answers.
  w.made.answer = () => new Promise<never>(() => undefined);
  w.made.now += 3_600_000;
  for (let n = 0; n < 3; n += 1) await valid(w.check([reference], atOnce));
  assert.equal(w.fetched.length, 2);
  w.made.now += 86_400_000 - 3_600_001;
  await valid(w.check([reference], atOnce));
});

test('who does not wait learns what was fetched meanwhile, and of the end of the list', async () => {
  const w = statusWorld();
  const atOnce = { atOnce: true };
  await valid(w.check([reference], atOnce));
  w.made.answer = () => ({ body: Buffer.from(tokenOf(reference.uri, ALL_REVOKED)) });
  w.made.now += 60_000;
  await valid(w.check([reference], atOnce));
  await until('the list was fetched', async () => (await w.check([reference], atOnce)).join() === 'invalid');
  w.made.answer = down;
  w.made.now += 86_400_000;
  await unknown(w.check([reference], atOnce));
});

const list = (n: number, host = 'issuer.example') => ({ ...reference, uri: `https://${host}/list/${n}` });

test('a host whose lists fail in a row is blocked for that tenant', async () => {
  const w = statusWorld(down);
  for (const n of [1, 2, 3]) await unknown(w.check([list(n)]));
  assert.equal(w.fetched.length, 3);
  w.made.answer = served;
  await unknown(w.check([list(4)]));
  assert.equal(w.fetched.length, 3);
  // Other tenants and hosts are not blocked.
  await valid(w.check([list(4, 'other.example')]));
  await valid(w.check([list(5)], { tenant: 'root' }));
  assert.equal(w.fetched.length, 5);
  // After the pause one caller may try. Its success unblocks the host for everybody.
  w.made.now += 30_000;
  await valid(w.check([list(6)]));
  await valid(w.check([list(7)]));
  assert.equal(w.fetched.length, 7);
});

test('a host that answers is not blocked, whatever the answer', async () => {
  const w = statusWorld(() => ({ status: 404 }));
  for (const n of [1, 2, 3, 4]) await unknown(w.check([list(n)]));
  assert.equal(w.fetched.length, 4);
});

test('a defect is not cached as a failure of the list', async () => {
  const w = statusWorld(() => {
    throw new TypeError('a defect');
  });
  await assert.rejects(w.check([reference]), TypeError);
  w.made.answer = served;
  await valid(w.check([reference]));
  assert.deepEqual(
    w.fetched.map(({ url }) => url),
    [FOREIGN, FOREIGN],
  );
});

test('each form of a list is fetched on its own, and its failure is remembered on its own', async () => {
  const w = statusWorld();
  const ofMdoc = { ...reference, preferred: 'cwt' } as const;
  await valid(w.check([reference, reference, ofMdoc, ofMdoc]));
  assert.deepEqual(
    w.fetched.map(({ accept }) => accept),
    [['application/statuslist+jwt'], ['application/statuslist+cwt', 'application/statuslist+jwt']],
  );
  const v = statusWorld(() => ({ status: 404 }));
  await unknown(v.check([ofMdoc]));
  v.made.answer = served;
  await unknown(v.check([ofMdoc]));
  await valid(v.check([reference]));
  assert.equal(v.fetched.length, 2);
});
