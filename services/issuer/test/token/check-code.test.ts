import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkCode } from '../../src/token/check-code.ts';
import { holding, reference, sessionWith } from '../order-of-refusals/known.ts';

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
