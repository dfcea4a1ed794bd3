import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkResource } from '../../src/client/check-resource.ts';

const issuer = 'https://issuer.example/t1';

test('the one resource is the credential issuer', () => {
  checkResource({ parameters: {}, issuer });
  checkResource({ parameters: { resource: issuer }, issuer });
  for (const resource of [`${issuer}/`, 'https://issuer.example/t2']) {
    refuses(() => checkResource({ parameters: { resource }, issuer }), 'invalid_target');
  }
});

test('the reason says how the resource differs', () => {
  const why = (resource: string) =>
    whyOf(refuses(() => checkResource({ parameters: { resource }, issuer }), 'invalid_target'));
  assert.deepEqual(why(`${issuer}/?secret=1`), {
    code: 'invalid_target',
    reason: 'resource',
    facts: { expected: issuer, received: `${issuer}/`, difference: 'a trailing slash too many' },
  });
  assert.equal(why('http://issuer.example/t1').facts?.difference, 'http for https: a proxy');
});
