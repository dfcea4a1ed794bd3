/** The audience of a proof: the received and the expected value, and how they differ. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import { checkAudience } from '../../src/presentation/audience.ts';
import { refusesWith } from './refuses.ts';

const clientId = 'x509_hash:Uvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk';
const audiences = ['ia:https://issuer.example', 'ia:https://issuer.example/authorize/challenge'];

test('the whole client id is accepted; in an interaction one of its audiences', () => {
  checkAudience(clientId, { clientId });
  for (const audience of audiences) checkAudience(audience, { clientId, audiences });
});

test('the client id without its prefix is that of older drafts', () => {
  const received = clientId.slice('x509_hash:'.length);
  const difference = "the client id's prefix is missing";
  refusesWith(() => checkAudience(received, { clientId }), 'response_legacy', {
    claim: 'aud',
    expected: clientId,
    received,
    difference,
  });
  const dns = 'x509_san_dns:verifier.example';
  refusesWith(() => checkAudience('verifier.example', { clientId: dns }), 'response_legacy', {
    claim: 'aud',
    expected: dns,
    received: 'verifier.example',
    difference,
  });
});

const others: readonly (readonly [Json | undefined, Json | undefined, string | undefined])[] = [
  [undefined, undefined, 'it is missing'],
  [[clientId], [clientId], 'a list instead of one string'],
  [7, 7, 'no text'],
  ['x509_hash:other', 'x509_hash:other', 'another verifier behind the same prefix'],
  ['did:example:1', 'did:example:1', undefined],
  ['https://verifier.example/response?secret=1', 'https://verifier.example/response', undefined],
];
for (const [aud, received, difference] of others) {
  test(`another audience: ${JSON.stringify(aud)}`, () => {
    refusesWith(() => checkAudience(aud, { clientId }), 'kb_aud', {
      claim: 'aud',
      expected: clientId,
      ...(received === undefined ? {} : { received: received as string }),
      ...(difference === undefined ? {} : { difference }),
    });
  });
}

test('in an interaction the client id, and the endpoint without its prefix, are refused', () => {
  const differences = {
    [clientId]: "the client id instead of the endpoint's origin",
    'https://issuer.example': 'the prefix is missing',
    'ia:https://other.example': 'another verifier behind the same prefix',
  };
  for (const [received, difference] of Object.entries(differences)) {
    const facts = { claim: 'aud', expectedAny: audiences, received, difference };
    refusesWith(() => checkAudience(received, { clientId, audiences }), 'kb_aud', facts);
  }
  assert.equal(clientId.includes('ia:'), false);
});
