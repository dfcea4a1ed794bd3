import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ErrorCode } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { refusalOf, whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import {
  checkCode,
  checkCodeGiven,
  checkGrantType,
  checkPreAuthorizedCode,
  checkPreAuthorizedCodeGiven,
  checkRefreshTokenGiven,
} from '../../src/token/parameter-checks.ts';
import { holding, reference, sessionWith } from '../order-of-refusals/known.ts';

describe('checkGrantType', () => {
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
      code: 'invalid_request',
      reason: 'grant_type',
      facts: { expectedAny },
    });
    assert.deepEqual(why({ grant_type: 'password' }, 'unsupported_grant_type'), {
      code: 'unsupported_grant_type',
      reason: 'grant_type',
      facts: { received: 'password', expectedAny },
    });
  });
});

describe('checkCodeGiven', () => {
  test('a token request without its code is refused', () => {
    assert.deepEqual(checkCodeGiven({ parameters: { code: 'x' } }), { code: 'x' });
    refuses(() => checkCodeGiven({ parameters: {} }), 'invalid_request');
    refuses(() => checkCodeGiven({ parameters: { code: ['x'] } }), 'invalid_request');
  });

  test('the reason names the parameter', () => {
    const { reason, facts } = whyOf(refuses(() => checkCodeGiven({ parameters: {} }), 'invalid_request'));
    assert.deepEqual([reason, facts], ['parameter_missing', { parameter: 'code' }]);
  });
});

describe('checkPreAuthorizedCodeGiven', () => {
  test('a token request without its code is refused', () => {
    assert.deepEqual(checkPreAuthorizedCodeGiven({ parameters: { 'pre-authorized_code': 'x' } }), { code: 'x' });
    refuses(() => checkPreAuthorizedCodeGiven({ parameters: {} }), 'invalid_request');
    refuses(() => checkPreAuthorizedCodeGiven({ parameters: { 'pre-authorized_code': ['x'] } }), 'invalid_request');
  });

  test('the reason names the parameter', () => {
    const { reason, facts } = whyOf(refuses(() => checkPreAuthorizedCodeGiven({ parameters: {} }), 'invalid_request'));
    assert.deepEqual([reason, facts], ['parameter_missing', { parameter: 'pre-authorized_code' }]);
  });
});

describe('checkRefreshTokenGiven', () => {
  test('a refresh without its token is refused', () => {
    assert.deepEqual(checkRefreshTokenGiven({ parameters: { refresh_token: 'x' } }), { refreshToken: 'x' });
    refuses(() => checkRefreshTokenGiven({ parameters: {} }), 'invalid_request');
    refuses(() => checkRefreshTokenGiven({ parameters: { refresh_token: ['x'] } }), 'invalid_request');
  });

  test('the reason names the parameter', () => {
    const { reason, facts } = whyOf(refuses(() => checkRefreshTokenGiven({ parameters: {} }), 'invalid_request'));
    assert.deepEqual([reason, facts], ['parameter_missing', { parameter: 'refresh_token' }]);
  });
});

describe('checkCode', () => {
  test('the session that a code names is found by its handle alone', async () => {
    const session = sessionWith();
    const { text: code, hash } = reference(1);
    assert.deepEqual(await checkCode({ ...holding(session), code }), { found: { session, hash } });
  });

  test('a code of no session, or of another tenant, is refused', async () => {
    const known = holding(sessionWith());
    const elsewhere = { ...known.request, tenant: 't2' };
    const refused = { code: 'invalid_grant' };
    await assert.rejects(checkCode({ ...known, code: 'x' }), refused);
    await assert.rejects(checkCode({ ...known, code: reference(1, 'A'.repeat(22)).text }), refused);
    await assert.rejects(checkCode({ ...known, request: elsewhere, code: reference(1).text }), refused);
  });

  test('the reason says that the code is unknown', async () => {
    const why = await refusalOf(() => checkCode({ ...holding(sessionWith()), code: 'x' }));
    assert.deepEqual(why, { code: 'invalid_grant', reason: 'code_unknown' });
  });
});

describe('checkPreAuthorizedCode', () => {
  test('the session that a code names is found by its handle alone', async () => {
    const session = sessionWith();
    const { text: code, hash } = reference(1);
    assert.deepEqual(await checkPreAuthorizedCode({ ...holding(session), code }), { found: { session, hash } });
  });

  test('a code of no session, or of another tenant, is refused', async () => {
    const known = holding(sessionWith());
    const elsewhere = { ...known.request, tenant: 't2' };
    const refused = { code: 'invalid_grant' };
    await assert.rejects(checkPreAuthorizedCode({ ...known, code: 'x' }), refused);
    await assert.rejects(checkPreAuthorizedCode({ ...known, code: reference(1, 'A'.repeat(22)).text }), refused);
    await assert.rejects(checkPreAuthorizedCode({ ...known, request: elsewhere, code: reference(1).text }), refused);
  });

  test('the reason says that the code is unknown', async () => {
    const why = await refusalOf(() => checkPreAuthorizedCode({ ...holding(sessionWith()), code: 'x' }));
    assert.deepEqual(why, { code: 'invalid_grant', reason: 'pre_authorized_code_unknown' });
  });
});
