import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proofContext } from '../../src/protocol/proof-context.ts';

const request = { clientId: 'x509_hash:abc', nonce: 'n' };
const endpoint = 'https://h.example/acme/authorize/challenge';

test('the audience of a posted answer is the client id', () => {
  assert.deepEqual(proofContext(request), request);
});

test('the audiences of an interaction are those of its endpoint, and the client id is none of them', () => {
  assert.deepEqual(proofContext({ ...request, interaction: { dialect: 'ia', endpoint } }), {
    ...request,
    audiences: ['ia:https://h.example', `ia:${endpoint}`],
  });
});

test('other members of the request are left out', () => {
  const stored = { ...request, state: 's', dcqlQuery: {} };
  assert.deepEqual(proofContext(stored), request);
});
