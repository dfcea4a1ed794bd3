import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkRequestObjectAbsent } from '../../src/authorize/check-request-object-absent.ts';

test('any request object is refused', () => {
  checkRequestObjectAbsent({ parameters: {} });
  for (const request of ['e30.e30.', '', {}]) {
    refuses(() => checkRequestObjectAbsent({ parameters: { request } }), 'request_not_supported');
  }
});

test('the reason names the parameter', () => {
  const error = refuses(() => checkRequestObjectAbsent({ parameters: { request: 'x' } }), 'request_not_supported');
  const { reason, facts } = whyOf(error);
  assert.deepEqual([reason, facts], ['request_object', { parameter: 'request' }]);
});
