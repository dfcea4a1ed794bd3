import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkResponseType } from '../../src/authorize/check-response-type.ts';

test('the response type is code', () => {
  checkResponseType({ parameters: { response_type: 'code' } });
  refuses(() => checkResponseType({ parameters: {} }), 'invalid_request');
  for (const response_type of ['token', 'code id_token', 'Code']) {
    refuses(() => checkResponseType({ parameters: { response_type } }), 'unsupported_response_type');
  }
});

test('the reason names the type that came', () => {
  const why = (parameters: JsonObject, code: ErrorCode) => {
    const { reason, facts } = whyOf(refuses(() => checkResponseType({ parameters }), code));
    return [reason, facts];
  };
  assert.deepEqual(why({}, 'invalid_request'), ['response_type', { expected: 'code' }]);
  const facts = { expected: 'code', received: 'token' };
  assert.deepEqual(why({ response_type: 'token' }, 'unsupported_response_type'), ['response_type', facts]);
});
