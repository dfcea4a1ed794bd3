import assert from 'node:assert/strict';
import test from 'node:test';
import { NotReached, Refused, required, succeeded, WalletRefuses } from '../../src/sending/failures.ts';

const answer = (status: number) => ({ status, headers: new Headers(), text: 'no', json: undefined });

test('any 2xx is a success', () => {
  assert.equal(succeeded('token', answer(204)).status, 204);
  for (const status of [302, 400, 500]) {
    assert.throws(
      () => succeeded('token', answer(status)),
      (error) =>
        error instanceof Refused && error.step === 'token' && error.message.includes(`endpoint answered ${status}`),
    );
  }
});

test('what is missing is named', () => {
  assert.equal(required(1, 'number'), 1);
  assert.throws(() => required(undefined, 'number'), WalletRefuses);
});

test('a server that does not answer is named by its origin', () => {
  assert.match(new NotReached('http://127.0.0.1:1/a?b', new Error('x')).message, /^http:\/\/127\.0\.0\.1:1 does not/);
});
