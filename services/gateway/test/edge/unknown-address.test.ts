/** Unknown addresses and tenants: the same response for all, and reasons with the right path only in the trace. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { unknownAddress, unknownTenant } from '../../src/edge/unknown-address.ts';
import { notFound } from '../../src/request/parameters.ts';
import { openGateway } from '../open-gateway.ts';
import { raw } from '../raw-request.ts';

const tenantExists = async (id: string): Promise<boolean> => id === 'acme';
const asking = (url: string): { request: IncomingMessage; tenant?: string } => ({
  request: { url } as IncomingMessage,
});

test('a wrong well-known address is refused with the right one, and belongs to the tenant that it names', async () => {
  const exchange = asking('/acme/.well-known/openid-configuration?x=1');
  const { code, message, options } = await unknownAddress(exchange, [], tenantExists);
  assert.deepEqual([code, message], [notFound().code, notFound().message]);
  assert.deepEqual(
    [options.reason, options.facts],
    [
      'metadata_path',
      {
        askedPath: '/acme/.well-known/openid-configuration',
        rightPath: '/.well-known/oauth-authorization-server/acme',
        difference: 'the document is oauth-authorization-server',
      },
    ],
  );
  assert.equal(exchange.tenant, 'acme');
});

test('without a tenant in the path it belongs to none', async () => {
  const exchange = asking('/unknown-tenant/.well-known/openid-credential-issuer/');
  const { options } = await unknownAddress(exchange, [], tenantExists);
  assert.equal(options.reason, 'metadata_path');
  assert.equal(exchange.tenant, undefined);
});

test('any other address has no right path', async () => {
  const { options } = await unknownAddress(asking('/no/such/path'), [], tenantExists);
  assert.deepEqual([options.reason, options.facts], [notFound().options.reason, undefined]);
});

test('a tenant that does not exist: its name and the pattern of the path, without what stands in it', () => {
  const pattern = '/{tenantId}/oid4vp/request/{requestId}/{session}';
  const other = unknownTenant(pattern, 'acne').options;
  assert.deepEqual([other.reason, other.facts], ['tenant_unknown', { received: 'acne', askedPath: pattern }]);
  const usual = unknownTenant('/.well-known/openid-credential-issuer/{tenantId}', 'default').options;
  assert.deepEqual(usual.facts, {
    received: 'default',
    askedPath: '/.well-known/openid-credential-issuer/{tenantId}',
    rightPath: '/.well-known/openid-credential-issuer',
  });
});

test('callers get the same answer for all of them', async (t) => {
  const gateway = await openGateway(t);
  const paths = [
    '/no/such/path',
    '/.well-known/openid-configuration',
    '/unknown-tenant/.well-known/jwks.json',
    '/unknown-tenant/vci/nonce/x',
  ];
  const answers = await Promise.all(paths.map((path) => raw(gateway, path)));
  const bodies = answers.map(({ status, body }) => [status, { ...JSON.parse(body), instance: '' }]);
  for (const body of bodies) assert.deepEqual(body, bodies[0]);
});
