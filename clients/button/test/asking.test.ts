/** Browsers without the API, browsers that refuse, and two clicks at the same time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Browser, canAsk, createAsk } from '../src/asking.ts';

const signal = new AbortController().signal;
const requests = [{ protocol: 'p', data: {} }];
const browser = (get: (options: object) => Promise<unknown>): Browser => ({
  isSecureContext: true,
  DigitalCredential: class {},
  navigator: { credentials: { get } },
});

test('only an interface in a secure context can ask', () => {
  const able = browser(async () => null);
  assert.equal(canAsk(able), true);
  assert.equal(canAsk({ ...able, isSecureContext: false }), false);
  assert.equal(canAsk({ ...able, DigitalCredential: undefined }), false);
  assert.equal(canAsk({ ...able, navigator: {} }), false);
});

test('the answer of a wallet is protocol and data, and nothing else counts as one', async () => {
  const answered = createAsk(browser(async () => ({ protocol: 'p', data: { response: 'x' }, more: 1 })));
  assert.deepEqual(await answered(requests, signal), { answer: { protocol: 'p', data: { response: 'x' } } });
  for (const credential of [null, {}, { protocol: 'p' }, { data: {} }]) {
    assert.deepEqual(await createAsk(browser(async () => credential))(requests, signal), { why: 'none' });
  }
});

test('a refusal of the browser is no exception, and the next call asks again', async () => {
  let calls = 0;
  const ask = createAsk(
    browser(() => {
      calls += 1;
      throw new DOMException('no', 'NotAllowedError');
    }),
  );
  for (const _ of [1, 2]) assert.deepEqual(await ask(requests, signal), { why: 'none' });
  assert.equal(calls, 2);
});

test('during a call another one is told so, and makes none', async () => {
  let end: (value: unknown) => void = () => undefined;
  const pending = new Promise<unknown>((resolve) => {
    end = resolve;
  });
  let calls = 0;
  const ask = createAsk(
    browser(() => {
      calls += 1;
      return pending;
    }),
  );
  const first = ask(requests, signal);
  assert.deepEqual(await ask(requests, signal), { why: 'busy' });
  end({ protocol: 'p', data: 1 });
  assert.deepEqual(await first, { answer: { protocol: 'p', data: 1 } });
  assert.equal(calls, 1);
});
