import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { authorizationEndpoint } from '../../src/authorize/authorize.ts';
import { pushedAuthorizationRequest } from '../../src/authorize/pushed-authorization-request.ts';
import { requirementsOfRequest } from '../../src/client/requirements-of-request.ts';
import { credentialEndpoint } from '../../src/credential/credential.ts';
import { tokenEndpoint } from '../../src/token/token.ts';
import { goodRequest, openIssuer, REDIRECT_URI, VERIFIER } from '../world.ts';

test('the requirements are read at the first use, once for a tenant', async (t) => {
  const { requirementsOf } = (await openIssuer(t)).dependencies;
  const asked: string[] = [];
  const own = requirementsOfRequest((tenant) => {
    asked.push(tenant);
    return requirementsOf(tenant);
  });
  assert.deepEqual(asked, []);
  assert.equal(own('default'), own('default'));
  assert.deepEqual(asked, ['default']);
  own('other');
  assert.deepEqual(asked, ['default', 'other']);
});

test('requirements that can not be read are an error at each use', () => {
  const own = requirementsOfRequest(() => {
    throw new Error('broken');
  });
  for (const _ of [1, 2]) assert.throws(() => own('default'), /broken/);
});

test('each request of an issuance reads the profile of the tenant once', async (t) => {
  const world = await openIssuer(t);
  let reads = 0;
  const requirementsOf: typeof world.platform.requirementsOf = (tenant) => {
    reads += 1;
    return world.platform.requirementsOf(tenant);
  };
  const server = { ...world.dependencies, platform: { ...world.platform, requirementsOf }, requirementsOf };
  const read = async <R>(call: () => Promise<R>): Promise<R> => {
    reads = 0;
    const answer = await call();
    assert.equal(reads, 1);
    return answer;
  };
  const { grant } = await world.offer();
  const push = pushedAuthorizationRequest(server);
  const pushed = await read(() => push(world.request({ ...goodRequest, issuer_state: grant }), newReports()));
  const query = { client_id: 'wallet', request_uri: String((pushed.body as JsonObject).request_uri) };
  const visited = await read(() => authorizationEndpoint(server)({ ...world.request({}), query }, newReports()));
  const code = new URL(visited.headers?.location ?? '').searchParams.get('code');
  const body = { grant_type: 'authorization_code', code, client_id: 'wallet', redirect_uri: REDIRECT_URI };
  const token = await read(() =>
    tokenEndpoint(server)(world.request({ ...body, code_verifier: VERIFIER }), newReports()),
  );
  const { c_nonce = '' } = (await world.call('issuer.nonce')).body as Record<string, string>;
  const asked = { credential_configuration_id: 'pid', proofs: { jwt: [world.keyProof(c_nonce)] } };
  const headers = { authorization: `Bearer ${(token.body as JsonObject).access_token}` };
  const request = { ...world.request(asked, headers), encoding: 'json' } as const;
  const { body: answer } = await read(() => credentialEndpoint(server)(request, newReports()));
  assert.equal(((answer as JsonObject).credentials as unknown[]).length, 1);
});
