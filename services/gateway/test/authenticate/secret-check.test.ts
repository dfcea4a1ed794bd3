import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { systemRandom } from '@countersign/shared/kernel/random';
import type { Client } from '../../src/authenticate/client.ts';
import { hashSecret, secretMatches } from '../../src/authenticate/client-secret.ts';
import { createSecretCheck, type SecretCheck } from '../../src/authenticate/secret-check.ts';

const RIGHT = 'the-right-secret-0123456789';
const plain: Client = { id: 'plain', tenant: 'plain', role: 'admin', secret: { kind: 'plain', stored: RIGHT } };
const stored = await hashSecret(RIGHT, systemRandom);
const hashed: Client = { id: 'hashed', tenant: 'hashed', role: 'admin', secret: { kind: 'scrypt', stored } };

interface Checked {
  readonly check: (
    client: Client | undefined,
    secret: string,
    more?: { from?: string; limited?: boolean },
  ) => ReturnType<SecretCheck>;
  /** Parameters of the computed slow hashes: N, r, p. */
  readonly hashes: string[];
  readonly most: () => number;
  advance(milliseconds: number): void;
}

/** The result of the slow hash, without its cost; `client-secret.test.ts` tests the hash. */
async function matchesAtOnce(secret: string, hash: string): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve));
  return secret === RIGHT && hash === stored;
}

function open(compare = matchesAtOnce): Checked {
  let now = 0;
  const hashes: string[] = [];
  let running = 0;
  let most = 0;
  const secretCheck = createSecretCheck({
    random: systemRandom,
    clock: () => now,
    cache: createInProcessCache({ clock: () => now }),
    matches: async (secret, hash) => {
      hashes.push(hash.split('$').slice(1, 4).join());
      running += 1;
      most = Math.max(most, running);
      const right = await compare(secret, hash);
      running -= 1;
      return right;
    },
  });
  return {
    hashes,
    most: () => most,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    check: (client, secret, { from = '192.0.2.1', limited = false } = {}) =>
      secretCheck({ client, secret, from, limited }),
  };
}

const isLimited = (error: unknown): boolean => error instanceof ProtocolError && error.code === 'rate_limited';

describe('check of a secret', () => {
  it('costs the same slow hash for an unknown client and for a wrong secret of any client', async () => {
    for (const client of [undefined, plain, hashed]) {
      const { check, hashes } = open();
      assert.equal(await check(client, 'wrong'), false);
      assert.equal(await check(client, ''), false);
      assert.deepEqual(hashes, ['16384,8,1', '16384,8,1'], client?.id);
    }
  });

  it('accepts the right secret, without a slow hash where it is cached', async () => {
    const { check, hashes } = open(secretMatches);
    assert.equal(await check(plain, RIGHT), true);
    assert.equal(hashes.length, 0);
    assert.equal(await check(hashed, RIGHT), true);
    assert.equal(await check(hashed, RIGHT), true);
    assert.equal(hashes.length, 1);
    assert.equal(await check(hashed, `${RIGHT}x`), false);
    assert.equal(await check(undefined, RIGHT), false);
  });

  it('ignores the cached secret when the stored hash changes', async () => {
    const { check } = open();
    assert.equal(await check(hashed, RIGHT), true);
    const other = await hashSecret('another-secret-0123456789', systemRandom);
    assert.equal(await check({ ...hashed, secret: { kind: 'scrypt', stored: other } }, RIGHT), false);
  });

  it('over the limit wrong secrets cost a few hashes per minute, and right ones are accepted', async () => {
    const { check, hashes, advance } = open();
    await check(hashed, RIGHT);
    const limited = { limited: true };
    let refused = 0;
    for (let n = 0; n < 50; n += 1) {
      await check(undefined, 'wrong', limited).catch((error: unknown) => {
        assert.ok(isLimited(error));
        refused += 1;
      });
    }
    assert.deepEqual([refused, hashes.length], [44, 7]);
    assert.equal(await check(hashed, RIGHT, limited), true);
    assert.equal(await check(plain, RIGHT, limited), true);
    assert.equal(await check(undefined, 'wrong', { limited: true, from: '192.0.2.2' }), false, 'another address');
    advance(60_000);
    assert.equal(await check(undefined, 'wrong', limited), false, 'the next minute');
  });

  it('over the limit all addresses together have a budget', async () => {
    const { check, hashes } = open();
    for (let n = 0; n < 80; n += 1) {
      const from = `192.0.2.${n >> 1}`;
      await check(undefined, 'wrong', { limited: true, from }).catch((error: unknown) => assert.ok(isLimited(error)));
    }
    assert.equal(hashes.length, 60);
  });

  it('two slow hashes run at once, and one address can not take the whole queue', async () => {
    const { check, hashes, most } = open();
    const flood = Array.from({ length: 400 }, () => check(undefined, 'wrong').catch(isLimited));
    const other = check(hashed, RIGHT, { from: '192.0.2.2' });
    assert.equal(await other, true);
    const outcomes = await Promise.all(flood);
    assert.ok(outcomes.filter((outcome) => outcome === true).length > 300, 'refused');
    assert.ok(hashes.length < 100);
    assert.equal(most(), 2);
  });

  it('many concurrent right logins need few hashes: those that waited use the cached result', async () => {
    const { check, hashes } = open();
    assert.deepEqual(await Promise.all(Array.from({ length: 20 }, () => check(hashed, RIGHT))), Array(20).fill(true));
    assert.ok(hashes.length < 5);
  });
});
