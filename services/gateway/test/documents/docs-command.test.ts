/** Commands for calls: a shell runs them unchanged. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { addressesOf, commandOf } from '../../src/documents/docs-command.ts';
import type { Route } from '../../src/routes/route.ts';
import { routes } from '../../src/routes/routes.ts';

const named = (operation: string): Route =>
  routes.find((route) => route.operation === operation) ?? assert.fail(operation);

/** The arguments that the shell passes to curl. */
function argumentsOf(operation: string, body?: unknown, variant = 0): readonly string[] {
  const route = named(operation);
  const address = addressesOf(route)[variant] ?? assert.fail('no such variant');
  const { head, body: sent } = commandOf(route, address, 'https://issuer.example/base/', body);
  const script = `curl() { printf '%s\\0' "$@"; }\n${head}${sent}`;
  const env = { API_KEY: 'k', TOKEN: 't', SESSION_ID: 's-1', TENANT_ID: 'acme', PATH: process.env.PATH };
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('each variant has its first path; shared paths count for both, and global ones for neither', () => {
  assert.deepEqual(addressesOf(named('issuer.offer.create')), [
    { variant: 'a', path: '/vci/offer' },
    { variant: 'b', path: '/issuer-management/offer' },
  ]);
  assert.deepEqual(
    addressesOf(named('issuer.configuration.list')).map(({ path }) => path),
    ['/issuer-managment', '/issuer-management'],
  );
  assert.deepEqual(addressesOf(named('gateway.token')), [{ variant: 'b', path: '/auth/token' }]);
  assert.deepEqual(addressesOf(named('gateway.health')), [{ path: '/health' }]);
});

test('method, address, credential and body arrive as they are, quotes included', () => {
  const body = { state: "it's $HOME", list: ['"'] };
  const [method, post, url, ...rest] = argumentsOf('issuer.offer.create', body);
  assert.deepEqual([method, post, url], ['-X', 'POST', 'https://issuer.example/base/vci/offer']);
  assert.deepEqual(rest.slice(0, -1), ['-H', 'x-api-key: k', '-H', 'content-type: application/json', '-d']);
  assert.deepEqual(JSON.parse(rest.at(-1) ?? ''), body);
  assert.deepEqual(argumentsOf('issuer.offer.create', undefined, 1).slice(-2), ['-H', 'authorization: Bearer t']);
});

test('parameters of the path are variables, needed ones of the query have their example', () => {
  assert.deepEqual(argumentsOf('gateway.session.get')[0], 'https://issuer.example/base/session/s-1');
  assert.deepEqual(argumentsOf('gateway.search')[0], 'https://issuer.example/base/search?q=order-1');
  assert.deepEqual(argumentsOf('dispatcher.delivery.list')[0], 'https://issuer.example/base/deliveries');
  assert.deepEqual(argumentsOf('issuer.metadata', undefined, 1), [
    'https://issuer.example/base/acme/.well-known/openid-credential-issuer',
  ]);
});

test('OAuth endpoints get a form, streams are not held back, and a public call has no credential', () => {
  assert.deepEqual(argumentsOf('issuer.token', { grant_type: "a'b" }).slice(2), [
    'https://issuer.example/base/authorize/token',
    '--data-urlencode',
    "grant_type=a'b",
  ]);
  assert.equal(argumentsOf('gateway.events')[0], '-N');
  assert.deepEqual(argumentsOf('gateway.health'), ['https://issuer.example/base/health']);
});
