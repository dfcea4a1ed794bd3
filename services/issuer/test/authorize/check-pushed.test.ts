import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkPushed } from '../../src/authorize/check-pushed.ts';

test('a request in the URL passes where the tenant allows it', () => {
  checkPushed({ requirements: { par: 'optional' } });
  refuses(() => checkPushed({ requirements: { par: 'required' } }), 'invalid_request');
});

test('the reason says that the request must be pushed', () => {
  const error = refuses(() => checkPushed({ requirements: { par: 'required' } }), 'invalid_request');
  assert.equal(whyOf(error).reason, 'par_required');
});
