import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import { createLoginLimit, type LoginLimit } from '../../src/authenticate/login-limit.ts';

let now = 0;
const clock = (): number => now;
let limit: LoginLimit;

async function fail(client: string, address: string): Promise<boolean> {
  const attempt = limit.begin(client, address);
  await attempt.failed();
  return attempt.over === undefined;
}

describe('limit of failed logins', () => {
  beforeEach(() => {
    now = 1_000_000;
    limit = createLoginLimit({ cache: createInProcessCache({ clock }), clock, most: 10 });
  });

  it('counts per client and address, for a minute', async () => {
    for (let n = 0; n < 10; n += 1) assert.ok(await fail('root', '192.0.2.1'));
    assert.equal(limit.begin('root', '192.0.2.1').over, 60_000);
    assert.equal(limit.begin('other', '192.0.2.1').over, undefined);
    assert.equal(limit.begin('root', '192.0.2.2').over, undefined);
    now += 60_000;
    assert.equal(limit.begin('root', '192.0.2.1').over, undefined);
  });

  it('random client ids of an address evict neither its counts nor those of another', async () => {
    for (let n = 0; n < 10; n += 1) await fail('root', '192.0.2.1');
    for (let n = 0; n < 10; n += 1) await fail('root', '192.0.2.2');
    for (let n = 0; n < 25_000; n += 1) await fail(`made-up-${n}`, '192.0.2.1');
    assert.notEqual(limit.begin('root', '192.0.2.1').over, undefined);
    assert.notEqual(limit.begin('made-up-25001', '192.0.2.1').over, undefined, 'the count of the address');
    assert.notEqual(limit.begin('root', '192.0.2.2').over, undefined);
  });

  it('any number of addresses evicts no count; beyond the limit they share one', async () => {
    for (let n = 0; n < 10; n += 1) await fail('root', '192.0.2.1');
    for (let n = 0; n < 9_999; n += 1) await fail('x', `10.0.${n >> 8}.${n & 255}`);
    let allowed = 0;
    for (let n = 0; n < 1000; n += 1) if (await fail(`x${n}`, `10.9.${n >> 8}.${n & 255}`)) allowed += 1;
    assert.equal(allowed, 100);
    assert.notEqual(limit.begin('root', '192.0.2.1').over, undefined);
    now += 60_000;
    assert.equal(limit.begin('x', '10.9.0.1').over, undefined);
  });

  it('a new window of the address does not restart those of its clients', async () => {
    await fail('early', '192.0.2.1');
    now += 59_000;
    for (let n = 0; n < 10; n += 1) await fail('root', '192.0.2.1');
    now += 2000;
    assert.equal(limit.begin('root', '192.0.2.1').over, 58_000);
  });

  it('running attempts count, and successes do not', async () => {
    const attempts = Array.from({ length: 12 }, () => limit.begin('root', '192.0.2.1'));
    assert.deepEqual(
      attempts.map(({ over }) => over === undefined),
      [...Array(10).fill(true), false, false],
    );
    for (const attempt of attempts) attempt.succeeded();
    for (let n = 0; n < 10; n += 1) assert.ok(await fail('root', '192.0.2.1'));
  });
});
