/** Every way in which people get well-known addresses wrong, and the right address for each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileRoutes, decodePath, stripPrefix } from '../../src/edge/match.ts';
import { askedMetadata, metadataFacts, possibleTenants, shownSegment } from '../../src/request/metadata-path.ts';

const matcher = compileRoutes({ a: true, b: true });
const tenants = new Set(['acme', 'library']);

function factsOf(target: string, prefix: readonly string[] = []) {
  const asked = askedMetadata(target, prefix);
  if (asked === undefined) return undefined;
  const tenant = possibleTenants(asked).find((one) => tenants.has(one));
  return metadataFacts(asked, prefix, tenant);
}

function isServed(target: string, prefix: readonly string[] = []): boolean {
  const decoded = decodePath(target);
  const segments = decoded === undefined ? undefined : stripPrefix(decoded, prefix);
  return segments !== undefined && matcher(segments).length > 0;
}

const ISSUER = '/.well-known/openid-credential-issuer';
const SERVER = '/.well-known/oauth-authorization-server';
const JWT_VC = '/.well-known/jwt-vc-issuer';

/** Asked path, right path, how they differ; then segments of PUBLIC_URL. */
const wrong: readonly (readonly [string, string, string, ...string[]])[] = [
  // the tenant at another position
  ['/.well-known/acme/openid-credential-issuer', `${ISSUER}/acme`, 'another order'],
  ['/.well-known/acme/oauth-authorization-server', `${SERVER}/acme`, 'another order'],
  ['/openid-credential-issuer/.well-known/acme', `${ISSUER}/acme`, 'another order'],
  ['/.well-known/jwks.json/acme', '/acme/.well-known/jwks.json', 'another order'],
  ['/.well-known/acme/jwks.json', '/acme/.well-known/jwks.json', 'another order'],
  // trailing and empty segments
  [`${ISSUER}/`, ISSUER, 'trailing slash'],
  [`${ISSUER}/acme/`, `${ISSUER}/acme`, 'trailing slash'],
  ['/acme/.well-known/openid-credential-issuer/', `${ISSUER}/acme`, 'trailing slash'],
  ['//.well-known/openid-credential-issuer', ISSUER, 'an empty segment'],
  ['/acme//.well-known/jwt-vc-issuer', `${JWT_VC}/acme`, 'an empty segment'],
  // names of other standards and of drafts
  ['/.well-known/openid-configuration', SERVER, 'the document is oauth-authorization-server'],
  ['/.well-known/openid-configuration/acme', `${SERVER}/acme`, 'the document is oauth-authorization-server'],
  ['/acme/.well-known/openid-configuration', `${SERVER}/acme`, 'the document is oauth-authorization-server'],
  ['/acme/.well-known/jwt-issuer', `${JWT_VC}/acme`, 'the document is jwt-vc-issuer'],
  ['/.well-known/jwt-issuer', JWT_VC, 'the document is jwt-vc-issuer'],
  ['/.well-known/openid_credential_issuer', ISSUER, 'the document is openid-credential-issuer'],
  ['/.well-known/openid-credential-issuer.json', ISSUER, 'the document is openid-credential-issuer'],
  ['/.well-known/jwks', '/.well-known/jwks.json', 'the document is jwks.json'],
  ['/acme/jwks', '/acme/.well-known/jwks.json', 'the document is jwks.json, .well-known is missing'],
  // `.well-known` missing or misspelt
  ['/openid-credential-issuer', ISSUER, '.well-known is missing'],
  ['/acme/openid-credential-issuer', `${ISSUER}/acme`, '.well-known is missing'],
  ['/well-known/openid-credential-issuer/acme', `${ISSUER}/acme`, '.well-known is missing'],
  // more than the issuer identifier
  ['/vci/offer/.well-known/openid-credential-issuer', ISSUER, 'an unknown tenant in the path'],
  ['/acme/vci/.well-known/openid-credential-issuer', `${ISSUER}/acme`, 'an unknown tenant in the path'],
  [`${ISSUER}/tenants/acme`, `${ISSUER}/acme`, 'an unknown tenant in the path'],
  // the path of PUBLIC_URL
  [ISSUER, `${ISSUER}/eu/wallet`, 'the path of PUBLIC_URL is missing', 'eu', 'wallet'],
  [`${ISSUER}/acme`, `${ISSUER}/eu/wallet/acme`, 'the path of PUBLIC_URL is missing', 'eu', 'wallet'],
  [`/acme${ISSUER}`, `${ISSUER}/eu/wallet/acme`, 'the path of PUBLIC_URL is missing', 'eu', 'wallet'],
  [`${ISSUER}/acme/eu/wallet`, `${ISSUER}/eu/wallet/acme`, 'another order', 'eu', 'wallet'],
  [`/eu/wallet${ISSUER}/`, `${ISSUER}/eu/wallet`, 'trailing slash', 'eu', 'wallet'],
  ['/.well-known/jwks.json/eu/wallet/acme', '/eu/wallet/acme/.well-known/jwks.json', 'another order', 'eu', 'wallet'],
  [
    '/acme/.well-known/openid-configuration/',
    `${SERVER}/eu/wallet/acme`,
    'the document is oauth-authorization-server, the path of PUBLIC_URL is missing, trailing slash',
    'eu',
    'wallet',
  ],
];

for (const [asked, right, difference, ...prefix] of wrong) {
  test(`${asked}${prefix.length === 0 ? '' : ` below /${prefix.join('/')}`}: ${difference}`, () => {
    assert.ok(!isServed(asked, prefix), 'the server has it');
    assert.ok(isServed(right, prefix), 'the server has not what is called right');
    const facts = factsOf(asked, prefix);
    assert.deepEqual(facts, { askedPath: asked, rightPath: right, difference });
    // A query changes nothing, and is not shown.
    assert.deepEqual(factsOf(`${asked}?state=secret`, prefix), facts);
  });
}

test('a document that the server does not have: the facts name those that it has, for the tenant of the path', () => {
  const facts = factsOf('/acme/.well-known/openid-federation');
  assert.deepEqual(facts, {
    askedPath: '/acme/.well-known/openid-federation',
    difference: 'no document of this name',
    expectedAny: [`${ISSUER}/acme`, `${SERVER}/acme`, `${JWT_VC}/acme`, '/acme/.well-known/jwks.json'],
  });
  for (const path of facts.expectedAny as readonly string[]) assert.ok(isServed(path), path);
});

test('other paths are none of these', () => {
  for (const path of ['/', '/session', '/vci/credential/', '/acme/oid4vp/response', '/credentials/vct/jwks', '/%']) {
    assert.equal(factsOf(path), undefined, path);
  }
  assert.equal(factsOf(`/.well-known${'/x'.repeat(20)}`), undefined);
});

test('a segment that may be a reference of a wallet is not shown', () => {
  const reference = 'R'.repeat(64);
  const facts = factsOf(`/vci/offer/${reference}/.well-known/openid-credential-issuer`);
  assert.equal(facts?.askedPath, '/vci/offer/.../.well-known/openid-credential-issuer');
  assert.ok(!JSON.stringify(facts).includes(reference));
  assert.deepEqual(['acme', reference, 'a%20b'].map(shownSegment), ['acme', '...', '...']);
});
