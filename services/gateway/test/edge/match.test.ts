import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import fc from 'fast-check';
import { compileRoutes, decodePath, reservedWords, stripPrefix } from '../../src/edge/match.ts';
import { checkPathParameters, parseParameters } from '../../src/request/parameters.ts';
import { allPaths, routes } from '../../src/routes/routes.ts';

const match = compileRoutes({ a: true, b: true });
const operation = (path: string, method = 'GET'): string | undefined =>
  match(path.slice(1).split('/')).find(({ route }) => route.method === method)?.route.operation;

test('literal segments win over parameters', () => {
  assert.equal(operation('/session/revoke', 'POST'), 'status.update');
  assert.equal(operation('/issuer-management/offer', 'POST'), 'issuer.offer.create');
  assert.equal(operation('/status-management/status-list'), 'status.list');
  assert.equal(operation('/status-management/abc'), 'status.entries');
  assert.equal(operation('/credentials/config'), 'issuer.configuration.list');
  assert.equal(operation('/credentials/root/vct/pid'), 'issuer.vct');
  assert.equal(operation('/root/credentials/vct/pid'), 'issuer.vct');
  assert.equal(operation('/.well-known/jwks.json'), 'issuer.jwks');
  assert.equal(operation('/.well-known/openid-credential-issuer/root'), 'issuer.metadata');
  assert.equal(operation('/root/.well-known/openid-credential-issuer'), 'issuer.metadata');
});

test('a literal path shadows one with a parameter there, whatever the method', () => {
  for (const [path, method] of [
    ['/session/revoke', 'GET'],
    ['/session/revoke', 'DELETE'],
    ['/issuer-management/offer', 'DELETE'],
    ['/presentation-management/request', 'DELETE'],
  ] as const) {
    assert.equal(operation(path, method), undefined, `${method} ${path}`);
    assert.deepEqual([...new Set(match(path.slice(1).split('/')).map(({ pattern }) => pattern))], [path]);
  }
  // By the other path a configuration of that name is deleted.
  assert.equal(operation('/credentials/config/offer', 'DELETE'), 'issuer.configuration.delete');
  assert.equal(operation('/presentations/request', 'DELETE'), 'verifier.configuration.delete');
});

test('in the whole table: no path answers at the address of another that is more literal', () => {
  const isLiteral = (segment: string): boolean => !segment.startsWith('{');
  const covers = (one: readonly string[], other: readonly string[]): boolean =>
    one.length === other.length && one.every((segment, at) => !isLiteral(other[at] ?? '') || segment === other[at]);
  const patterns = [...new Set(allPaths().map(({ path }) => path))].map((path) => path.slice(1).split('/'));
  for (const segments of patterns) {
    // An address that matches this path, with values that are not a literal in any path.
    const found = match(segments.map((segment) => (isLiteral(segment) ? segment : 'value')));
    const shadowed = patterns.filter((other) => covers(segments, other) && other.join('/') !== segments.join('/'));
    for (const other of shadowed) {
      assert.ok(
        !found.some(({ pattern }) => pattern === `/${other.join('/')}`),
        `${segments.join('/')} ${other.join('/')}`,
      );
    }
  }
});

test('the table: unique rows, paths and tenant parameters that fit the variant', () => {
  const keys = allPaths().map(({ route, path }) => `${route.method} ${path}`);
  assert.equal(new Set(keys).size, keys.length);
  for (const { route, owner, path } of allPaths()) {
    const hasTenant = path.includes('{tenantId}');
    assert.equal(
      hasTenant,
      (owner === 'b' && route.auth === 'none' && route.service !== 'gateway') ||
        (hasTenant && /^gateway\.(public-file$|login\.|rights\.)/.test(route.operation)),
      path,
    );
    if (owner === 'shared') assert.equal(route.auth, 'management', path);
    if (route.auth === 'management') assert.equal(route.cors, false, path);
    if (path !== '/') assert.match(path, /^(\/(\{\w+\}|[a-z0-9.-]+))+$/);
  }
  for (const route of routes)
    assert.equal(route.operation.split('.')[0], route.service === 'webhook-dispatcher' ? 'dispatcher' : route.service);
});

test('every route of the interface is in the table', () => {
  const listed = new Set(allPaths().map(({ route, path }) => `${route.method} ${path.replaceAll(/\{\w+\}/g, '{}')}`));
  for (const line of [
    'GET /.well-known/openid-credential-issuer',
    'GET /.well-known/oauth-authorization-server',
    'GET /.well-known/jwks.json',
    'POST /vci/offer',
    'POST /vci/credential',
    'POST /vci/notification',
    'GET /authorize',
    'POST /authorize/par',
    'POST /authorize/token',
    'POST /authorize/challenge',
    'GET /credentials/vct/{}',
    'GET /credentials/schema/{}',
    'GET /issuer-managment',
    'POST /issuer-managment',
    'DELETE /issuer-managment/{}',
    'GET /status-management/status-list',
    'POST /status-management',
    'POST /oid4vp',
    'GET /oid4vp/request/{}/{}',
    'POST /oid4vp/response',
    'GET /presentation-management',
    'POST /presentation-management',
    'DELETE /presentation-management/{}',
    'GET /session',
    'GET /session/{}',
    'GET /health',
    'POST /auth/token',
    'GET /{}/.well-known/openid-credential-issuer',
    'GET /{}/.well-known/oauth-authorization-server',
    'GET /{}/.well-known/jwks.json',
    'POST /{}/vci/credential',
    'POST /{}/vci/notification',
    'GET /{}/authorize',
    'POST /{}/authorize/par',
    'POST /{}/authorize/token',
    'POST /{}/authorize/challenge',
    'GET /credentials/{}/vct/{}',
    'GET /credentials/{}/schema/{}',
    'POST /issuer-management/offer',
    'GET /issuer-management',
    'POST /issuer-management',
    'DELETE /issuer-management/{}',
    'GET /{}/status-management/status-list',
    'POST /presentation-management/request',
    'GET /{}/oid4vp/request/{}/{}',
    'POST /{}/oid4vp/response',
    'POST /session/revoke',
    'POST /vci/nonce',
    'GET /authorize/follow/{}',
    'GET /{}/authorize/follow/{}',
    'POST /vci/deferred',
    'GET /vci/offer/{}',
    'GET /status-management/status-list/{}',
    'POST /oid4vp/request/{}/{}',
    'GET /.well-known/jwt-vc-issuer',
    'GET /public/{}',
    'GET /session/{}/deliveries',
    'POST /session/{}/deliveries/{}/replay',
    'DELETE /session/{}',
    'GET /openapi.json',
    'GET /docs',
    'GET /health/live',
    'GET /health/ready',
    'GET /.well-known/openid-credential-issuer/{}',
    'GET /.well-known/oauth-authorization-server/{}',
    'GET /.well-known/jwt-vc-issuer/{}',
    'GET /{}/public/{}',
    'POST /{}/vci/nonce',
    'POST /{}/vci/deferred',
    'GET /{}/vci/offer/{}',
    'GET /credentials/config',
    'GET /presentations',
    'GET /sessions',
    'GET /sessions/{}',
    'GET /status-management/{}',
    'GET /{}/credentials/vct/{}',
    'GET /{}/credentials/schema/{}',
    'GET /{}/status-management/status-list/{}',
  ]) {
    assert.ok(listed.has(line), line);
  }
});

test('no tenant can have the name of a first segment', () => {
  const reserved = reservedWords();
  for (const word of [
    'default',
    '.well-known',
    'session',
    'vci',
    'oid4vp',
    'auth',
    'docs',
    'health',
    'public',
    'credentials',
    'issuer-managment',
    'openapi.json',
    'metrics',
  ]) {
    assert.ok(reserved.has(word), word);
  }
  assert.ok(!reserved.has('root'));
});

test('ambiguous paths match nothing', () => {
  assert.deepEqual(decodePath('/a/b%20c?x=/..'), ['a', 'b c']);
  for (const target of [
    '',
    'a',
    '*',
    '//',
    '/a/',
    '/a//b',
    '/.',
    '/..',
    '/a/%2e%2e/b',
    '/a%2fb',
    '/a%5cb',
    '/a%00',
    '/%',
    '/%ff',
    '/a%0a',
    '/a#b',
    'http://h/a',
    `/${'x'.repeat(3000)}`,
  ]) {
    assert.equal(decodePath(target), undefined, target);
  }
});

test('the prefix of PUBLIC_URL is removed; the inserted well-known form is at the root of the host', () => {
  const prefix = ['base', 'x'];
  const strip = (path: string): string | undefined => stripPrefix(path.slice(1).split('/'), prefix)?.join('/');
  assert.equal(strip('/base/x/session'), 'session');
  assert.equal(strip('/session'), undefined);
  assert.equal(strip('/base/session'), undefined);
  assert.equal(strip('/health/live'), 'health/live');
  assert.equal(strip('/.well-known/openid-credential-issuer/base/x'), '.well-known/openid-credential-issuer');
  assert.equal(strip('/.well-known/openid-credential-issuer/base/x/root'), '.well-known/openid-credential-issuer/root');
  assert.equal(strip('/.well-known/openid-credential-issuer'), undefined);
  assert.equal(strip('/base/x/.well-known/jwks.json'), '.well-known/jwks.json');
});

test('any text is decoded or refused without an exception, and decoded segments have no separator', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webPath(), fc.string({ unit: 'binary' })), (text) => {
      const segments = decodePath(`/${text}`);
      for (const segment of segments ?? []) {
        assert.ok(segment !== '' && segment !== '.' && segment !== '..' && !/[/\\\0\r\n]/.test(segment));
      }
      match(segments ?? []);
    }),
    { numRuns: 2000 },
  );
});

test('any parameters are read, or refused with one error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webQueryParameters(), fc.string({ unit: 'binary' })), (text) => {
      try {
        for (const value of Object.values(parseParameters(text))) assert.equal(typeof value, 'string');
      } catch (error) {
        assert.ok(error instanceof ProtocolError && error.code === 'invalid_request');
      }
    }),
    { numRuns: 2000 },
  );
  assert.throws(() => parseParameters(Array.from({ length: 200 }, (_, n) => `p${n}=1`).join('&')), ProtocolError);
});

test('path parameters: every name of the table has a pattern', () => {
  const names = new Set(
    allPaths().flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
  );
  for (const name of names) {
    assert.doesNotThrow(() => checkPathParameters({ [name]: '2' }, 'none'), name);
    for (const bad of ['', '..', 'a/b', 'a b', 'é', '.x', 'x'.repeat(129)]) {
      assert.throws(() => checkPathParameters({ [name]: bad }, 'none'), ProtocolError, `${name} ${bad}`);
    }
  }
  assert.throws(() => checkPathParameters({ unknown: 'x' }, 'none'), ProtocolError);
});

test('a path of plain characters is read as the same path with escapes is', () => {
  const plain = fc.stringMatching(/^[a-zA-Z0-9._~/-]{0,20}$/);
  const escaped = (text: string): string => text.replaceAll(/[^/]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  fc.assert(fc.property(plain, (text) => assert.deepEqual(decodePath(`/${text}`), decodePath(`/${escaped(text)}`))));
  assert.deepEqual(decodePath('/.well-known/jwks.json'), ['.well-known', 'jwks.json']);
  for (const target of ['/..', '/a/.', '/a//b', '/a/']) assert.equal(decodePath(target), undefined, target);
});
