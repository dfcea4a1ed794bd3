import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused, succeeded } from '../../src/command/wallet-failure.ts';
import type { Answer } from '../../src/sending/answer.ts';

function answer(status: number, body: unknown = ''): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: new Headers(), text, json: typeof body === 'string' ? undefined : body } as Answer;
}

test('any 2xx is a success, and is returned', () => {
  for (const status of [200, 201, 204]) assert.equal(succeeded('It', answer(status)).status, status);
  for (const status of [199, 302, 400, 500])
    assert.throws(() => succeeded('It', answer(status)), /^WalletFailure: It /);
});

const cases: readonly [name: string, answer: Answer, text: RegExp][] = [
  [
    'an error of OAuth',
    answer(400, { error: 'invalid_grant', error_description: 'The code is used' }),
    /^It answered 400 invalid_grant: The code is used\. Next: give the right --tx-code .*\.$/,
  ],
  [
    'a problem of the management routes',
    answer(400, { type: 'urn:problem:invalid_request_uri', detail: 'Expired' }),
    /^It answered 400 invalid_request_uri: Expired\. Next: run the command again\.$/,
  ],
  [
    'a code without advice of its own',
    answer(400, { error: 'other' }),
    /^It answered 400 other\. Next: look at lastError/,
  ],
  ['what is gone, whatever its code', answer(410, { error: 'invalid_grant' }), /Next: make a new offer or request,/],
  ['what is not there', answer(404, { error: 'not_found' }), /Next: make a new offer or request,/],
  ['an empty body', answer(502), /^It answered 502 with an empty body\. Next: look at lastError/],
  ['a page', answer(500, '\n<!doctype html><p>canary'), /^It answered 500 with a page for people\. Next/],
  ['another text', answer(500, 'oops'), /^It answered 500 with something that is no error of this protocol\. Next/],
  ['members that are no texts', answer(400, { error: 1, error_description: {} }), /^It answered 400 with something/],
];

for (const [name, given, text] of cases) {
  test(`${name}: one line, with what to do next`, () => {
    const { message } = refused('It', given);
    assert.match(message, text);
    assert.ok(!message.includes('\n') && !message.includes('canary'));
  });
}
