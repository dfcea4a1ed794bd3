import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import { openIssuer } from '../world.ts';

test('the chain of a key is found by its leaf, in its tenant', async (t) => {
  const world = await openIssuer(t);
  const { x5c } = await world.platform.keys.signer('default', 'credential');
  const thumbprint = leafThumbprint(x5c);
  const reply = await world.call('issuer.certificate-chain', { params: { thumbprint } });
  assert.equal(reply.contentType, 'application/pem-certificate-chain');
  assert.match(reply.headers?.['cache-control'] ?? '', /immutable/);
  assert.equal(new X509Certificate(reply.raw as Buffer).raw.toString('base64'), x5c[0]);
  for (const [other, tenant] of [
    [thumbprint, 'acme'],
    [`${thumbprint.slice(0, -1)}_`, 'default'],
  ] as const) {
    const asked = world.call('issuer.certificate-chain', { params: { thumbprint: other }, tenant });
    await assert.rejects(asked, { code: 'not_found', options: { reason: 'certificate_chain_unknown' } });
  }
});
