import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '../../src/http/validate.ts';
import { type PresentationRequest, presentationRequestSchema } from '../../src/messages/presentation-request.ts';

const check = compileSchema(presentationRequestSchema);
const request: PresentationRequest = { response_type: 'uri', requestId: 'p' };

test('a request, and one with a webhook', () => {
  assert.deepEqual(check(request), []);
  assert.deepEqual(check({ ...request, webhook: { url: 'https://hook.example/x' } }), []);
});

for (const [pointer, member] of [
  ['/response_type', { response_type: 'png' }],
  ['/requestId', { requestId: '../p' }],
  ['/response_mode', { response_mode: 'fragment' }],
  ['/origin', { origin: 7 }],
  ['/redirectUri', { redirectUri: '' }],
  ['/crossDevice', { crossDevice: 'true' }],
  ['/state', { state: 'x'.repeat(257) }],
  ['/expiresIn', { expiresIn: 1.5 }],
  ['/transaction_data/0', { transaction_data: ['e30'] }],
  ['/webhook', { webhook: 'https://hook.example/x' }],
] as const) {
  test(`a request is refused for its ${pointer}`, () => {
    assert.deepEqual(
      check({ ...request, ...member }).map((finding) => finding.pointer),
      [pointer],
    );
  });
}
