/** Answers of a server that lies. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWalletLink, readState, readWays, requestAddress } from '../src/wire.ts';

test('links open an app or an https page of a wallet, and run nothing', () => {
  for (const link of ['openid4vp://?a=b', 'haip-vp://?x', 'https://wallet.example/?x', 'av:x']) {
    assert.equal(isWalletLink(link), true, link);
  }
  for (const link of [
    'javascript:alert(1)',
    'JavaScript:x',
    'data:text/html,x',
    'http://x.example',
    '/path',
    '',
    7,
    ' javascript:x',
  ]) {
    assert.equal(isWalletLink(link), false, String(link));
  }
  assert.throws(() => readWays({ secondsLeft: 1, link: 'javascript:alert(1)' }), TypeError);
});

test('the address is https, or of this machine, with nothing behind its path', () => {
  const base = 'https://shop.example/page';
  for (const text of [
    'https://issuer.example/oid4vp/button/x',
    'http://localhost:3000/b',
    'http://127.0.0.1/b',
    '/b',
  ]) {
    assert.notEqual(requestAddress(text, base), undefined, text);
  }
  const wrong = [
    'http://issuer.example/b',
    'javascript:x',
    'https://a:b@issuer.example/',
    'https://i.example/?a',
    'https://i.example/#a',
  ];
  for (const text of [...wrong, '', null]) assert.equal(requestAddress(text, base), undefined, String(text));
});

test('a code is numbers of a path, and entries have a protocol', () => {
  const ways = readWays({
    secondsLeft: 9,
    qr: { size: 57, path: 'M4 4h7v1h-7z' },
    requests: [{ protocol: 'p' }, 7, null, {}],
  });
  assert.deepEqual(ways, { secondsLeft: 9, qr: { size: 57, path: 'M4 4h7v1h-7z' }, requests: [{ protocol: 'p' }] });
  const codes = [{ size: 57, path: '<svg onload=x>' }, { size: 1e9, path: 'M0 0' }, { path: 'M0 0' }, 'x', null];
  for (const qr of codes) assert.throws(() => readWays({ secondsLeft: 9, qr }), TypeError);
  for (const value of [null, 'x', {}, { secondsLeft: 'x' }]) assert.throws(() => readWays(value), TypeError);
});

test('a state is one of four words, with known words besides, and nothing else of the answer', () => {
  assert.deepEqual(readState({ state: 'waiting', step: 'opened', secondsLeft: 3, name: 'Erika' }), {
    state: 'waiting',
    step: 'opened',
    secondsLeft: 3,
  });
  assert.deepEqual(readState({ state: 'refused', reason: '<b>Erika</b>', step: 7 }), { state: 'refused' });
  for (const value of [null, {}, { state: 'done' }, []]) assert.throws(() => readState(value), TypeError);
});
