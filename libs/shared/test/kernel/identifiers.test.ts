import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CLIENT_ID_PATTERN,
  clientIdOfTenant,
  credentialIssuer,
  DEFAULT_TENANT,
  ID_PATTERN,
  revocationListUrl,
  statusListUrl,
  vctUrl,
} from '../../src/kernel/identifiers.ts';
import { MAX_ID_LENGTH } from '../../src/store/port.ts';

const at = 'https://issuer.example';

test('the default tenant has the address itself, each other one a path below it', () => {
  assert.equal(credentialIssuer(at, DEFAULT_TENANT), at);
  assert.equal(credentialIssuer(at, 'acme'), `${at}/acme`);
  assert.equal(vctUrl(at, DEFAULT_TENANT, 'pid'), `${at}/credentials/vct/pid`);
  assert.equal(vctUrl(at, 'acme', 'pid'), `${at}/credentials/acme/vct/pid`);
  assert.equal(revocationListUrl(at, DEFAULT_TENANT, 1), `${at}/iaca/1/crl`);
  assert.equal(revocationListUrl(at, 'acme', 2), `${at}/acme/iaca/2/crl`);
});

test('the first status list has no number in its address', () => {
  assert.equal(statusListUrl(at, 'acme', 1), `${at}/acme/status-management/status-list`);
  assert.equal(statusListUrl(at, DEFAULT_TENANT, 2), `${at}/status-management/status-list/2`);
});

test('an id with the prefix of a tenant is that of no other tenant', () => {
  const longest = 'x'.repeat(128);
  for (const [tenant, name] of [
    ['a', 'b'],
    ['a.b', 'c-d'],
    [longest, longest.slice(1)],
  ] as const) {
    const id = clientIdOfTenant(tenant, name);
    assert.match(id, CLIENT_ID_PATTERN);
    assert.doesNotMatch(id, ID_PATTERN);
    assert.deepEqual(id.split('~'), [tenant, name]);
    assert.ok(id.length <= MAX_ID_LENGTH);
  }
  assert.match('plain', CLIENT_ID_PATTERN);
  for (const id of ['~a', 'a~', 'a~b~c', 'a~.b', 'a/b', `${longest}x`]) assert.doesNotMatch(id, CLIENT_ID_PATTERN);
});
