import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureOf, refusalLine, WalletFailure } from '../../src/command/wallet-failure.ts';
import type { Answer } from '../../src/sending/answer.ts';
import { NotReached, Refused, WalletRefuses } from '../../src/sending/failures.ts';

function answer(status: number, body: unknown = ''): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: new Headers(), text, json: typeof body === 'string' ? undefined : body } as Answer;
}

const cases: readonly [name: string, answer: Answer, text: RegExp][] = [
  [
    'an error of OAuth',
    answer(400, { error: 'invalid_grant', error_description: 'The code is used' }),
    /^It returned 400 invalid_grant: The code is used\. Next: if the offer has a transaction code, .*\.$/,
  ],
  [
    'a problem of the management routes',
    answer(400, { type: 'urn:problem:invalid_request_uri', detail: 'Expired' }),
    /^It returned 400 invalid_request_uri: Expired\. Next: run the command again\.$/,
  ],
  [
    'a code without advice of its own',
    answer(400, { error: 'other' }),
    /^It returned 400 other\. Next: read lastError/,
  ],
  ['what is gone, whatever its code', answer(410, { error: 'invalid_grant' }), /Next: create a new offer or request:/],
  ['what is not there', answer(404, { error: 'not_found' }), /Next: create a new offer or request:/],
  ['an empty body', answer(502), /^It returned 502 with an empty body\. Next: read lastError/],
  ['a page', answer(500, '\n<!doctype html><p>canary'), /^It returned 500 with a web page\. Next/],
  ['another text', answer(500, 'oops'), /^It returned 500 with something other than a protocol error\. Next/],
  ['members that are no texts', answer(400, { error: 1, error_description: {} }), /^It returned 400 with something/],
];

for (const [name, given, text] of cases) {
  test(`${name}: one line, with what to do next`, () => {
    const message = refusalLine('It', given);
    assert.match(message, text);
    assert.ok(!message.includes('\n') && !message.includes('canary'));
  });
}

test('each way to end has its outcome, and one line with what to do next', () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  for (const [error, outcome, line] of [
    [new Refused('token', answer(400, { error: 'invalid_grant' })), 'refused', /^The token endpoint returned 400/],
    [
      new NotReached('http://localhost:1/token', new TypeError('fetch failed', { cause })),
      'not_reached',
      /^http:\/\/localhost:1 does not respond \(ECONNREFUSED\)\. Next: start the server \(npm start\)/,
    ],
    [new NotReached('http://localhost:1/token', 'thrown'), 'not_reached', /\(no connection\)/],
    [new WalletRefuses('No such credential', 'make an offer'), 'wallet_refuses', /^No such .*Next: make an offer\.$/],
    [new WalletRefuses('No'), 'wallet_refuses', /^No\. Next: check what/],
    [new WalletFailure('It is no file', 'remove it'), 'wrong_use', /^It is no file\. Next: remove it\.$/],
    [new Error('a\n at x'), 'refused', /^The wallet received an unexpected response \(a\)\. Next/],
  ] as const) {
    const failure = failureOf(error);
    assert.equal(failure.outcome, outcome);
    assert.match(failure.line, line);
  }
});
