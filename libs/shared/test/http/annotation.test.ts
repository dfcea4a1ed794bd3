import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotated, annotationOf } from '../../src/http/annotation.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';

const annotation = { session: 's', step: 'token' } as const;

test('an annotated error is the same error with its annotation', () => {
  const error = new ProtocolError('invalid_grant', 'The code is unknown', { reason: 'session_unknown' });
  assert.equal(annotationOf(error), undefined);
  assert.equal(annotated(error, annotation), error);
  assert.equal(annotationOf(error), annotation);
  assert.ok(!JSON.stringify({ ...error, ...error.options }).includes('"s"'));
});

test('what is no error has no annotation', () => {
  for (const thrown of ['text', undefined, null, 1]) {
    assert.equal(annotated(thrown, annotation), thrown);
    assert.equal(annotationOf(thrown), undefined);
  }
});
