import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { setFindings } from '../../src/keys/set-findings.ts';
import { certified, refusal, world } from './set-world.ts';

test('a set without a key for the purpose is found, and no set is nothing to find', async (t) => {
  const { sets, ring } = await world(t);
  await certified(sets, { set: 'shop', purpose: 'request' });
  const of = (purpose: 'request' | 'mdoc', set?: string) => setFindings(ring(), { tenant: 'default', purpose, set });
  assert.deepEqual(await of('request', 'shop'), []);
  assert.deepEqual(await of('mdoc'), []);
  const [finding, ...others] = await of('mdoc', 'shop');
  assert.deepEqual(others, []);
  assert.equal(finding?.pointer, '/keys');
  assert.match(finding.detail, /no key for mdocs.*POST \/key-sets\/<name>\/mdoc.*mdoc\.chain\.pem/);
  assert.match((await of('request', 'other'))[0]?.detail ?? '', /no key for requests/);
});

test('a certificate that has ended is not called missing', async () => {
  const ended = async () => {
    throw new ProtocolError('conflict', 'It ended', { reason: 'key_set_ended' });
  };
  const found = setFindings({ signer: ended }, { tenant: 'default', purpose: 'request', set: 'shop' });
  await assert.rejects(found, refusal('key_set_ended'));
});
