import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { certificateRequestDer } from '@countersign/shared/crypto/certificate-request';
import { onBehalfOf } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { testAuthority } from '@countersign/shared/test/keys/set-authority';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { createTenantKeySets, keySetOperations } from '../../src/keys/key-set-operations.ts';
import { openIssuer } from '../world.ts';

const cause = { id: 'request-1', tenant: 'default' } as Parameters<typeof onBehalfOf>[0];
const asked = (params: Readonly<Record<string, string>>, body: JsonObject = {}) =>
  onBehalfOf(cause, { method: 'POST', params, body });

function refusal(reason: string, detail = /./) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ProtocolError, String(error));
    assert.equal(error.options.reason, reason);
    assert.match(JSON.stringify(error.options.errors ?? error.message), detail);
    return true;
  };
}

test('a key is requested and certified; an access certificate is checked against the authorities of the tenant', async (t) => {
  const { platform } = await openIssuer(t);
  const now = platform.clock();
  const [authority, other] = [await testAuthority(now), await testAuthority(now)];
  let trusted = other;
  const anchors: TrustAnchors = async () => [
    { certificate: new X509Certificate(trusted.anchor), vcts: 'any', doctypes: 'any' },
  ];
  const { begin, install } = keySetOperations(platform, createTenantKeySets(platform, anchors));
  const of = { set: 'shop', purpose: 'request' };
  const { body } = await begin(asked(of, { commonName: 'Shop' }));
  assert.ok(isObject(body) && typeof body.request === 'string');
  const pem = (await authority.answer(certificateRequestDer(body.request))).join('');
  const sent = asked(of, { pem });
  await assert.rejects(
    async () => install(sent),
    refusal('key_set_chain_invalid', /trusted access certificate authority/),
  );
  trusted = authority;
  // The remaining errors are ETSI rules, which this authority's leaf does not follow.
  await assert.rejects(async () => install(sent), refusal('key_set_chain_invalid', /organizationIdentifier/));
  const ofCredentials = { set: 'shop', purpose: 'credential' };
  const { body: second } = await begin(asked(ofCredentials, { commonName: 'Shop' }));
  assert.ok(isObject(second) && typeof second.request === 'string');
  const chain = (await authority.answer(certificateRequestDer(second.request))).join('');
  const { body: key } = await install(asked(ofCredentials, { pem: chain }));
  assert.ok(isObject(key) && key.state === 'active');
});

test('there are four purposes, and sets have names of folders', async (t) => {
  const { platform } = await openIssuer(t);
  const { begin } = keySetOperations(
    platform,
    createTenantKeySets(platform, async () => []),
  );
  for (const params of [
    { set: 'shop', purpose: 'encryption' },
    { set: '../shop', purpose: 'request' },
  ]) {
    await assert.rejects(async () => begin(asked(params, { commonName: 'x' })), refusal('key_purpose_unknown'));
  }
});
