import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJournal } from '../../src/command/journal.ts';
import { WalletFailure } from '../../src/command/wallet-failure.ts';

function open(send: typeof fetch) {
  const lines: string[] = [];
  return { lines, journal: createJournal((line) => lines.push(line), send) };
}

const answering: typeof fetch = async () => new Response('', { status: 201 });

test('steps stand at the margin, what they do below them', async () => {
  const { lines, journal } = open(answering);
  journal.step('Token');
  await journal.fetch('https://i.example/token', { method: 'POST' });
  await journal.fetch(new URL('https://i.example/offer/1'));
  await journal.fetch(new Request('https://i.example/nonce'));
  journal.note('has a token');
  assert.deepEqual(lines, [
    'Token',
    '    POST https://i.example/token 201',
    '    GET https://i.example/offer/1 201',
    '    GET https://i.example/nonce 201',
    '    has a token',
  ]);
});

test('codes and tokens of an address are not printed', async () => {
  const { lines, journal } = open(answering);
  const secret = 's'.repeat(43);
  await journal.fetch(`https://user:pass@i.example/offer/${secret}?code=canary#canary`);
  assert.deepEqual(lines, [`    GET https://i.example/offer/${'s'.repeat(8)}… 201`]);
});

test('where nothing answers, the failure names the server, the code and what to do', async () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  for (const [error, code] of [
    [new TypeError('fetch failed', { cause: refused }), 'ECONNREFUSED'],
    [new TypeError('fetch failed'), 'no connection'],
    ['thrown', 'no connection'],
  ] as const) {
    const { lines, journal } = open(() => Promise.reject(error));
    await assert.rejects(journal.fetch('http://localhost:1/token'), (failure) => {
      assert.ok(failure instanceof WalletFailure);
      assert.equal(failure.message.split('. Next: ')[0], `http://localhost:1 does not answer (${code})`);
      assert.match(failure.message, /Next: start the server \(npm start\)/);
      return true;
    });
    assert.deepEqual(lines, ['    GET http://localhost:1/token -']);
  }
});
