import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkGrantType } from '../../src/token/check-grant-type.ts';

test('both grants pass', () => {
  checkGrantType({ parameters: { grant_type: 'authorization_code' } });
  checkGrantType({ parameters: { grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code' } });
});

test('a missing or other grant is refused', () => {
  refuses(() => checkGrantType({ parameters: {} }), 'invalid_request');
  refuses(() => checkGrantType({ parameters: { grant_type: '' } }), 'invalid_request');
  refuses(() => checkGrantType({ parameters: { grant_type: ['authorization_code'] } }), 'invalid_request');
  for (const grant_type of ['password', 'refresh_token', 'Authorization_code']) {
    refuses(() => checkGrantType({ parameters: { grant_type } }), 'unsupported_grant_type');
  }
});

test('the reason names the grant that came, and those that are offered', () => {
  const expectedAny = ['authorization_code', 'urn:ietf:params:oauth:grant-type:pre-authorized_code'];
  const why = (parameters: JsonObject, code: ErrorCode) => whyOf(refuses(() => checkGrantType({ parameters }), code));
  assert.deepEqual(why({}, 'invalid_request'), {
    ...{ code: 'invalid_request', reason: 'grant_type', facts: { expectedAny } },
  });
  assert.deepEqual(why({ grant_type: 'password' }, 'unsupported_grant_type'), {
    ...{ code: 'unsupported_grant_type', reason: 'grant_type', facts: { received: 'password', expectedAny } },
  });
});
