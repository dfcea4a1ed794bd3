/** The defaults of each kind of row, and that a row may override them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { management, oauth, open, wallet, walletPath, wellKnown } from '../../src/routes/kinds.ts';

const row = { operation: 'o', service: 'issuer', paths: {}, summary: '' } as const;
const managed = { ...row, task: 'keys', role: 'viewer', audit: { action: 'session.read' } } as const;

test('management needs a login, is never cached nor readable from other origins, and is in the audit log', () => {
  const get = management({ ...managed, method: 'GET' });
  assert.deepEqual([get.auth, get.cache, get.cors, get.errors], ['management', 'no-store', false, 'problem']);
  assert.deepEqual([get.accepts, get.success], [['empty'], { json: 200 }]);
  const post = management({ ...managed, method: 'POST', request: {} });
  assert.deepEqual([post.accepts, post.success], [['json'], { json: 201 }]);
});

test('wallet endpoints are open to any origin, with OAuth errors; those of OAuth take forms, of texts alone', () => {
  const endpoint = wallet({ ...row, method: 'POST' });
  assert.deepEqual(
    [endpoint.auth, endpoint.cors, endpoint.errors, endpoint.cache],
    ['none', true, 'oauth', 'no-store'],
  );
  const token = oauth(row);
  assert.deepEqual([token.accepts, token.strings, token.success], [['form', 'json'], true, { json: 201, form: 200 }]);
});

test('a document accepts no body', () => {
  const document = open({ ...row, cache: 'max-age=60' });
  assert.deepEqual(
    [document.method, document.bodyLimit, document.auth, document.cache],
    ['GET', 0, 'none', 'max-age=60'],
  );
});

test('a well-known document of a tenant has both forms (RFC 8414, 3.1)', () => {
  assert.deepEqual(wellKnown('x'), {
    a: ['/.well-known/x'],
    b: ['/{tenantId}/.well-known/x', '/.well-known/x/{tenantId}'],
  });
  assert.deepEqual(walletPath('/vci/token'), { a: ['/vci/token'], b: ['/{tenantId}/vci/token'] });
});
