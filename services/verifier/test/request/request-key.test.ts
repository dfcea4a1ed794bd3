import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { createKeyOperations } from '@countersign/issuer/keys/key-operations';
import { parseJwt, verifyJwt } from '@countersign/shared/crypto/jwt';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { KEEP, LEAD } from '@countersign/shared/model/keys/key-states';
import { openVerifier, PUBLIC_URL, type World } from '../world.ts';

/** Creates a request; its object is fetched later. */
async function created(world: World): Promise<{ readonly params: Record<string, string> }> {
  const body = { response_type: 'uri', requestId: 'question', expiresIn: 86_400 };
  const reply = await world.call('verifier.request.create', { method: 'POST', encoding: 'json', body });
  const uri = new URL(String((reply.body as JsonObject).link)).searchParams.get('request_uri') ?? '';
  return { params: { requestId: 'question', session: uri.slice(uri.lastIndexOf('/') + 1) } };
}

async function rotate(world: World): Promise<void> {
  const { platform, configFolder } = world;
  await createKeyOperations({ ...platform, publicUrl: PUBLIC_URL, configFolder }).rotate('default', 'request');
  world.now += LEAD;
}

for (const prefix of ['x509_hash', 'x509_san_dns']) {
  test(`a request that was made before a rotation is signed with the key that its link names: ${prefix}`, async (t) => {
    const world = await openVerifier(t, { CLIENT_ID_PREFIX: prefix, REQUEST_TTL: '86400' });
    const request = await created(world);
    await rotate(world);
    const { raw } = await world.call('verifier.request.get', request);
    const { header, payload } = parseJwt(String(raw), { maxLength: 16_384 });
    const leaf = new X509Certificate(Buffer.from((header.x5c as string[])[0] ?? '', 'base64'));
    verifyJwt({ token: raw, typ: 'oauth-authz-req+jwt', key: leaf.publicKey });
    const fresh = await world.ask();
    assert.equal(fresh.request.client_id === payload.client_id, prefix === 'x509_san_dns', 'new ones have the new key');
  });
}

test('where its key is erased, the request has ended', async (t) => {
  const world = await openVerifier(t, { REQUEST_TTL: '86400' });
  const request = await created(world);
  await rotate(world);
  const [, before] = await world.platform.keys.signers('default', 'request');
  assert.ok(before !== undefined);
  world.now += KEEP;
  assert.equal((await world.platform.keys.signers('default', 'request')).length, 1);
  await assert.rejects(world.call('verifier.request.get', request));
});
