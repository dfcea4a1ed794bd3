import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptText, reasonText } from '../../src/sending/attempt-text.ts';

test('each code has a text of one sentence, without a value of a session', () => {
  for (const code of ['answer', 'status', 'timeout', 'scheme', 'internal', 'redirect']) {
    const text = attemptText(code) ?? assert.fail(code);
    assert.match(text, /^[A-Z][^\n]{15,140}[^.]$/, code);
  }
  for (const reason of ['gone', 'exhausted', 'expired', 'no_webhook', 'superseded', 'claims_deadline']) {
    assert.match(reasonText(reason) ?? '', /^[A-Z][^\n]{15,140}[^.]$/, reason);
  }
  assert.match(attemptText('answer') ?? '', /does not map credential configuration ids to claims/);
});

test('the text of 401 and 403 names what to check; other statuses are only not 2xx', () => {
  for (const status of [401, 403]) assert.match(attemptText('status', status) ?? '', /secret or authentication$/);
  for (const status of [400, 404, 500, undefined]) assert.match(attemptText('status', status) ?? '', /other than 2xx$/);
  assert.match(attemptText('timeout', 401) ?? '', /in time$/);
});

test('an unknown code has no text, nor has a name of Object.prototype', () => {
  for (const code of ['', 'toString', 'of_a_newer_version']) {
    assert.equal(attemptText(code), undefined);
    assert.equal(reasonText(code), undefined);
  }
});
