import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { signerOf } from '../../src/presentation/credential-signer.ts';
import { readPresentation, verifyPresentation } from '../../src/presentation/presentation.ts';
import type { PresentationContext } from '../../src/presentation/presentation-context.ts';
import { type JwtVcChange, jwtVcContext, jwtVcOf, jwtVcQuery, jwtVpOf, TYPE } from './jwt-vcs.ts';
import { anchor, holderJwk, issuer, NONCE, part, presentationOf, SECONDS } from './presentations.ts';
import { refuses, refusesWith } from './refuses.ts';

const query = jwtVcQuery();
const verify = (presentation: string, asked = query, context: PresentationContext = jwtVcContext) =>
  verifyPresentation(readPresentation(presentation, asked, context), context);
const refused = (change: JwtVcChange, ...reasons: Parameters<typeof refuses>[1][]) =>
  refuses(() => verify(jwtVpOf(change)), ...reasons);

test('the backend receives the requested claims only, though the wallet shows everything', () => {
  const { keyBinding, ...verified } = verify(jwtVpOf());
  assert.deepEqual(verified, {
    queryId: 'diploma',
    values: {
      type: ['VerifiableCredential', TYPE],
      issuer: 'https://issuer.example',
      issuanceDate: new Date((SECONDS - 3600) * 1000).toISOString().replace('.000Z', 'Z'),
      expirationDate: new Date((SECONDS + 3600) * 1000).toISOString().replace('.000Z', 'Z'),
      credentialSubject: { given_name: 'Ada' },
    },
    signer: signerOf(new X509Certificate(Buffer.from(issuer.x5c[0] ?? '', 'base64'))),
    expiresAt: (SECONDS + 3600) * 1000,
    statuses: [],
  });
  assert.equal(keyBinding?.nonce, NONCE);
  const nested = verify(jwtVpOf(), jwtVcQuery({ claims: [{ path: ['credentialSubject', 'degree', 'name'] }] }));
  assert.deepEqual(nested.values.credentialSubject, { degree: { name: 'Mathematics' } });
});

test('the proof: nonce, audience, times and key are compared, each on its own', () => {
  const { privateKey } = generateKeyPair();
  refused({ proof: { nonce: 'another' } }, 'kb_nonce');
  refused({ proof: { nonce: undefined } }, 'kb_nonce');
  refused({ proof: { aud: 'x509_hash:another' } }, 'kb_aud');
  refused({ proof: { aud: ['x509_hash:another'] } }, 'kb_aud');
  refused({ proof: { iat: SECONDS - 600 } }, 'kb_iat');
  refused({ proof: { iat: SECONDS + 600 } }, 'kb_iat');
  refused({ proof: { exp: SECONDS - 1 } }, 'kb_iat');
  refused({ holderKey: privateKey }, 'kb_signature');
  refused({ proofHeader: { typ: 'kb+jwt' } }, 'kb_signature');
  refused({ proofHeader: { typ: 'openid4vci-proof+jwt' } }, 'kb_signature');
  refused({ claims: { cnf: undefined } }, 'kb_signature');
  refused({ claims: { cnf: {} } }, 'kb_signature');
  verify(jwtVpOf({ proof: { iat: undefined } }));
});

test("without cnf the subject's did:jwk is the key, with cnf it is not", () => {
  const sub = `did:jwk:${part(holderJwk)}`;
  const { privateKey } = generateKeyPair();
  verify(jwtVpOf({ claims: { cnf: undefined, sub } }));
  verify(jwtVpOf({ claims: { cnf: undefined }, vc: { credentialSubject: { id: sub, given_name: 'Ada' } } }));
  refused({ claims: { cnf: undefined, sub }, holderKey: privateKey }, 'kb_signature');
  refused({ claims: { cnf: {}, sub } }, 'kb_signature');
  refused({ claims: { cnf: undefined, sub: 'did:jwk:e30' } }, 'kb_signature');
  refused({ claims: { cnf: undefined, sub: 'did:jwk:!' } }, 'kb_signature');
  refused({ claims: { cnf: undefined, sub: 'did:key:z6Mk' } }, 'kb_signature');
});

test("the issuer's part: header, signature, trust, name, times and type", () => {
  const { privateKey } = generateKeyPair();
  refused({ header: { typ: 'dc+sd-jwt' } }, 'issuer_header');
  refused({ header: { alg: 'none' } }, 'issuer_header');
  refused({ header: { x5c: undefined } }, 'issuer_trust');
  refused({ issuerKey: privateKey }, 'issuer_signature');
  refused({ claims: { iss: 'https://other.example' } }, 'issuer_name');
  refused({ claims: { iss: undefined }, vc: { issuer: { id: 'https://other.example' } } }, 'issuer_name');
  refused({ claims: { exp: SECONDS - 1 } }, 'time');
  refused({ claims: { nbf: SECONDS + 600 } }, 'time');
  refused({ claims: { nbf: undefined }, vc: { issuanceDate: '2999-01-01T00:00:00Z' } }, 'time');
  refused({ claims: { exp: undefined }, vc: { expirationDate: '2001-01-01T00:00:00Z' } }, 'time');
  refused({ vc: { validUntil: '2001-01-01T00:00:00Z' } }, 'time');
  refused({ vc: { validUntil: 'tomorrow' } }, 'time');
  refused({ vc: { type: ['VerifiableCredential'] } }, 'type');
  const elsewhere = { ...jwtVcContext, anchors: [{ certificate: anchor, vcts: ['Other'], doctypes: [] }] };
  refuses(() => verify(jwtVpOf(), query, elsewhere), 'issuer_trust');
});

test('an algorithm that does not fit the key is refused, for the issuer and the holder', () => {
  refused({ header: { alg: 'ES384' } }, 'issuer_header');
  refused({ proofHeader: { alg: 'ES384' } }, 'kb_signature');
  refused({ proofHeader: { alg: 'HS256' } }, 'issuer_header');
});

test('an anchor must be allowed to issue every type of the credential, not only the requested one', () => {
  refused({ vc: { type: ['VerifiableCredential', TYPE, 'PassportCredential'] } }, 'issuer_trust');
});

test('all types of one alternative are needed', () => {
  const both = jwtVcQuery({
    meta: {
      type_values: [
        [TYPE, 'Honours'],
        ['VerifiableCredential', TYPE],
      ],
    },
  });
  verify(jwtVpOf(), both);
  const honours = jwtVcQuery({ meta: { type_values: [[TYPE, 'Honours']] } });
  refusesWith(() => verify(jwtVpOf(), honours), 'type', {
    claim: 'type',
    expectedAny: [`${TYPE} Honours`],
    received: `VerifiableCredential ${TYPE}`,
  });
});

test('one credential in a presentation, and nothing else in its place', () => {
  refused({ inside: (one) => [one, one] }, 'presentation_format');
  refused({ inside: () => [] }, 'presentation_format');
  refused({ inside: () => [{ type: TYPE }] }, 'presentation_format');
  refused({ proof: { vp: { type: ['Other'], verifiableCredential: [jwtVcOf()] } } }, 'presentation_format');
  refused({ inside: () => jwtVpOf() }, 'presentation_format');
  refused({ claims: { vc: undefined } }, 'presentation_format');
  refused({ vc: { credentialSubject: [{ given_name: 'Ada' }] } }, 'presentation_format');
  refused({ claims: { sub: 7 } }, 'presentation_format');
  verify(jwtVpOf({ inside: (one) => one }));
  refusesWith(() => verify(presentationOf()), 'presentation_format', {
    detail: 'not_compact',
    expected: 'jwt_vc_json',
    received: 'dc+sd-jwt',
  });
});

test('without a proof only if the query asks for none, and never for a bound credential in a strict profile', () => {
  refuses(() => verify(jwtVcOf()), 'kb_missing');
  const open = jwtVcQuery({ require_cryptographic_holder_binding: false });
  assert.equal('keyBinding' in verify(jwtVcOf(), open), false);
  refuses(() => verify(jwtVcOf(), open, { ...jwtVcContext, boundNeedsProof: true }), 'kb_missing');
  refuses(() => verify(jwtVpOf({ proof: { nonce: 'another' } }), open), 'kb_nonce');
});

test('claims: a missing one and another value are refused', () => {
  const asking = (claim: { path: string[]; values?: string[] }) => jwtVcQuery({ claims: [claim] });
  refuses(() => verify(jwtVpOf(), asking({ path: ['credentialSubject', 'family_name'] })), 'claims');
  refuses(() => verify(jwtVpOf(), asking({ path: ['given_name'] })), 'claims');
  refuses(() => verify(jwtVpOf(), asking({ path: ['credentialSubject', 'given_name'], values: ['Eve'] })), 'claims');
});

test('a status list is looked up; another kind of status does not count as valid', () => {
  const status = { status_list: { uri: 'https://issuer.example/list', idx: 7 } };
  const [{ signer, anchors, ...reference } = assert.fail()] = verify(jwtVpOf({ claims: { status } })).statuses;
  assert.deepEqual(reference, {
    uri: 'https://issuer.example/list',
    idx: 7,
    format: 'dc+sd-jwt',
    iss: 'https://issuer.example',
  });
  refused({ vc: { credentialStatus: { type: 'BitstringStatusListEntry' } } }, 'status_unavailable');
  verify(jwtVpOf({ claims: { status }, vc: { credentialStatus: { type: 'BitstringStatusListEntry' } } }));
});
