import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presentationRequest, redirectError } from '../../../src/pages/verify/presentation-request.ts';

test('on another device, or on this one with an address to go back to', () => {
  const base = { response_type: 'qrcode', requestId: 'age' };
  const form = { configuration: 'age', crossDevice: true, redirectUri: ' https://shop.example/back ', reference: '' };
  assert.deepEqual(presentationRequest(form), { ...base, crossDevice: true });
  assert.deepEqual(presentationRequest({ ...form, crossDevice: false }), {
    ...base,
    redirectUri: 'https://shop.example/back',
  });
  assert.equal(presentationRequest({ ...form, crossDevice: false, redirectUri: ' ' }), undefined);
  const named = presentationRequest({ ...form, reference: ' 2026/4711 ' });
  assert.deepEqual(named, { ...base, state: '2026/4711', crossDevice: true });
});

test('the finding at the address stands at its field', () => {
  assert.equal(
    redirectError([
      { pointer: '/x', detail: 'a' },
      { pointer: '/redirectUri', detail: 'b' },
    ]),
    'b',
  );
  assert.equal(redirectError([]), undefined);
});
