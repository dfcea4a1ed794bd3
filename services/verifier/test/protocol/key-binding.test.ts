import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import type { JsonObject } from '@countersign/shared/kernel/json';
import fc from 'fast-check';
import type { PresentationReason } from '../../src/protocol/presentation-error.ts';
import { verifyResponse } from '../../src/protocol/verify-response.ts';
import {
  CLIENT_ID,
  CREATED_AT,
  context,
  credentialOf,
  disclosures,
  hash,
  holderJwk,
  type PresentationChange,
  presentationOf,
  queryOf,
  SECONDS,
} from './presentations.ts';
import { refuses } from './refuses.ts';

const asked = queryOf();
const notAsked = queryOf({ require_cryptographic_holder_binding: false });

function verify(presentation: string, query = asked): void {
  const vpToken = { pid: [presentation] } as JsonObject;
  verifyResponse({ ...context, vpToken, query, transactionData: [] });
}

const other = generateKeyPair();
const withKey = { typ: 'kb+jwt', alg: 'ES256', jwk: publicJwkOf(other.publicKey) };

const hostile: Record<string, [made: PresentationChange, reason: PresentationReason]> = {
  'audience of another verifier': [{ keyBinding: { aud: 'other' } }, 'kb_aud'],
  'audience an array': [{ keyBinding: { aud: [CLIENT_ID] } }, 'kb_aud'],
  'audience missing': [{ keyBinding: { aud: undefined } }, 'kb_aud'],
  'wrong nonce': [{ keyBinding: { nonce: 'x' } }, 'kb_nonce'],
  'nonce missing': [{ keyBinding: { nonce: undefined } }, 'kb_nonce'],
  'wrong sd_hash': [{ keyBinding: { sd_hash: hash(`${credentialOf()}x`) } }, 'kb_sd_hash'],
  'iat a year old': [{ keyBinding: { iat: SECONDS - 31_536_000 } }, 'kb_iat'],
  'iat just too old': [{ keyBinding: { iat: CREATED_AT / 1000 - 61 } }, 'kb_iat'],
  'iat an hour ahead': [{ keyBinding: { iat: SECONDS + 3600 } }, 'kb_iat'],
  'iat missing': [{ keyBinding: { iat: undefined } }, 'kb_iat'],
  'iat a text': [{ keyBinding: { iat: String(SECONDS) } }, 'kb_iat'],
  'exp passed': [{ keyBinding: { exp: SECONDS } }, 'kb_iat'],
  'typ wrong': [{ keyBindingHeader: { typ: 'JWT', alg: 'ES256' } }, 'kb_signature'],
  'alg none': [{ keyBindingHeader: { typ: 'kb+jwt', alg: 'none' } }, 'kb_signature'],
  'another key': [{ holderKey: other.privateKey }, 'kb_signature'],
  'another key, named in the header': [{ holderKey: other.privateKey, keyBindingHeader: withKey }, 'kb_signature'],
  'broken signature': [{ after: (text) => `${text.slice(0, -8)}AAAAAAAA` }, 'kb_signature'],
  'no JWT': [{ after: () => `${credentialOf()}x` }, 'presentation_format'],
  'no cnf': [{ payload: { cnf: undefined } }, 'kb_signature'],
  'cnf without jwk': [{ payload: { cnf: { kid: 'x' } } }, 'kb_signature'],
  'cnf with a private key': [{ payload: { cnf: { jwk: { ...holderJwk, d: holderJwk.x } } } }, 'kb_signature'],
  'a disclosure taken away after signing': [
    { after: (text) => text.replace(`~${disclosures[1]}~`, '~') },
    'kb_sd_hash',
  ],
};

test('a proof is good from a minute before the request to a minute ahead', () => {
  for (const iat of [CREATED_AT / 1000 - 60, SECONDS, SECONDS + 60]) {
    verify(presentationOf({ keyBinding: { iat, exp: SECONDS + 1 } }));
  }
});

test('without a proof: refused where the query asks for one', () => {
  refuses(() => verify(credentialOf()), 'kb_missing');
  verify(credentialOf(), notAsked);
});

for (const [title, [made, reason]] of Object.entries(hostile)) {
  test(`refused, asked for or not: ${title}`, () => {
    const presentation = presentationOf(made);
    refuses(() => verify(presentation), reason);
    refuses(() => verify(presentation, notAsked), reason);
  });
}

test('a mutated presentation never passes and never throws anything else', () => {
  const token = presentationOf();
  const alphabet = [...'ABab01-_.~=\n\0 "ü'];
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...alphabet), fc.nat(1), (at, character, removed) => {
      const mutated = token.slice(0, at) + character + token.slice(at + removed);
      if (mutated !== token) refuses(() => verify(mutated));
    }),
    { numRuns: 400, seed: 1 },
  );
});
