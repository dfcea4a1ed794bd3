import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  credentialIssuer,
  DEFAULT_TENANT,
  revocationListUrl,
  statusListUrl,
  vctUrl,
} from '../../src/kernel/identifiers.ts';

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
