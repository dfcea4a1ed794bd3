import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import { createLoginLimit, type LoginLimit } from '../../src/authenticate/login-limit.ts';

let now = 0;
const clock = (): number => now;
let limit: LoginLimit;

async function fail(client: string, address: string): Promise<boolean> {
  return (await limit.begin(client, address)).over === undefined;
}

describe('limit of failed logins', () => {
  beforeEach(() => {
    now = 1_000_000;
    limit = createLoginLimit({ cache: createInProcessCache({ clock }), clock, most: 10 });
  });

  it('counts per client and address, for a minute', async () => {
    for (let n = 0; n < 10; n += 1) assert.ok(await fail('root', '192.0.2.1'));
    assert.equal((await limit.begin('root', '192.0.2.1')).over, 60_000);
    assert.equal((await limit.begin('other', '192.0.2.1')).over, undefined);
    assert.equal((await limit.begin('root', '192.0.2.2')).over, undefined);
    now += 60_000;
    assert.equal((await limit.begin('root', '192.0.2.1')).over, undefined);
  });

  it('random client ids of an address evict neither its counts nor those of another', async () => {
    for (let n = 0; n < 10; n += 1) await fail('root', '192.0.2.1');
    for (let n = 0; n < 10; n += 1) await fail('root', '192.0.2.2');
    for (let n = 0; n < 25_000; n += 1) await fail(`made-up-${n}`, '192.0.2.1');
    assert.notEqual((await limit.begin('root', '192.0.2.1')).over, undefined);
    assert.notEqual((await limit.begin('made-up-25001', '192.0.2.1')).over, undefined, 'the count of the address');
    assert.notEqual((await limit.begin('root', '192.0.2.2')).over, undefined);
  });

  it('any number of addresses evicts no count; beyond the limit they share one', async () => {
    for (let n = 0; n < 10; n += 1) await fail('root', '192.0.2.1');
    for (let n = 0; n < 9_999; n += 1) await fail('x', `10.0.${n >> 8}.${n & 255}`);
    let allowed = 0;
    for (let n = 0; n < 1000; n += 1) if (await fail(`x${n}`, `10.9.${n >> 8}.${n & 255}`)) allowed += 1;
    assert.equal(allowed, 100);
    assert.notEqual((await limit.begin('root', '192.0.2.1')).over, undefined);
    now += 60_000;
    assert.equal((await limit.begin('x', '10.9.0.1')).over, undefined);
  });

  it('a new window of the address does not restart those of its clients', async () => {
    await fail('early', '192.0.2.1');
    now += 59_000;
    for (let n = 0; n < 10; n += 1) await fail('root', '192.0.2.1');
    now += 2000;
    assert.equal((await limit.begin('root', '192.0.2.1')).over, 58_000);
  });

  it('running attempts count, and successes do not', async () => {
    const attempts = await Promise.all(Array.from({ length: 12 }, () => limit.begin('root', '192.0.2.1')));
    assert.deepEqual(
      attempts.map(({ over }) => over === undefined),
      [...Array(10).fill(true), false, false],
    );
    for (const attempt of attempts) await attempt.succeeded();
    for (let n = 0; n < 10; n += 1) assert.ok(await fail('root', '192.0.2.1'));
  });

  it('workers that share a cache have one count, of parallel guesses too, and one count of an address', async () => {
    const cache = createInProcessCache({ clock });
    const limits = [1, 2].map(() => createLoginLimit({ cache, clock, most: 10 }));
    const guess = (client: string, n: number) => (limits[n % 2] ?? assert.fail()).begin(client, '192.0.2.1');
    const allowed = async (count: number, client: (n: number) => string): Promise<number> => {
      const attempts = await Promise.all(Array.from({ length: count }, (_, n) => guess(client(n), n)));
      return attempts.filter(({ over }) => over === undefined).length;
    };
    assert.equal(await allowed(40, () => 'root'), 10);
    // Requests beyond a client's limit are counted for the address too, but no more than the limit in each worker.
    assert.equal(await allowed(400, (n) => `other-${n}`), 80);
  });

  it('without the cache each process has its own limit', async () => {
    const cache = createInProcessCache({ clock });
    await cache.close();
    limit = createLoginLimit({ cache, clock, most: 10 });
    for (let n = 0; n < 10; n += 1) assert.ok(await fail('root', '192.0.2.1'));
    assert.equal(await fail('root', '192.0.2.1'), false);
  });
});
