import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { openIssuer } from '../world.ts';

test('the address in the certificate of a document signer leads to the list of its IACA', async (t) => {
  const world = await openIssuer(t);
  const { x5c } = await world.platform.keys.signer('default', 'mdoc');
  const leaf = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'));
  assert.ok(leaf.raw.includes('/iaca/1/crl'));
  const reply = await world.call('issuer.revocation-list', { params: { generation: '1' } });
  assert.equal(reply.contentType, 'application/pkix-crl');
  assert.match(reply.headers?.['cache-control'] ?? '', /^max-age=\d+$/);
  // services/issuer/test/keys/revocation-lists.test.ts reads it.
  const list = reply.raw as Buffer;
  assert.equal(list[0], 0x30);
  assert.ok(list.includes('IACA of default'));
});

test('no other number has a list', async (t) => {
  const world = await openIssuer(t);
  await world.platform.keys.signer('default', 'mdoc');
  for (const generation of ['2', '0', '01', '1.0', 'x', '', '9'.repeat(20)]) {
    await assert.rejects(world.call('issuer.revocation-list', { params: { generation } }), { code: 'not_found' });
  }
});
