import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { checkedFrame } from '@countersign/issuer/configuration/disclosure-frame';
import { issueSdJwtVc } from '@countersign/issuer/credential/sd-jwt-issue';
import { authorityKeyIdentifier } from '@countersign/shared/crypto/certificate-extensions';
import { generateAgreementJwk, generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { newReports } from '@countersign/shared/http/reports';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { systemRandom } from '@countersign/shared/kernel/random';
import { signEs256 } from '@countersign/shared/test/crypto/sign-jwt';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import type { IssuerNames } from '@countersign/shared/trust/trust-anchor';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import fc from 'fast-check';
import * as jose from 'jose';
import { parseAuthorizationResponse, parseResponsePayload } from '../../src/presentation/authorization-response.ts';
import { signerOf } from '../../src/presentation/credential-signer.ts';
import { decryptResponse } from '../../src/presentation/encrypted-response.ts';
import { anchorsFor } from '../../src/presentation/issuer-trust.ts';
import { readPresentation } from '../../src/presentation/presentation.ts';
import {
  markUnknown,
  readVpToken,
  type VerifiedResponse,
  type VerifyResponseOptions,
  verifyResponse,
} from '../../src/presentation/verify-response.ts';
import type { DcqlQuery } from '../../src/query/dcql-query.ts';
import { PresentationError, type PresentationReason } from '../../src/session/presentation-error.ts';
import {
  anchor,
  CLIENT_ID,
  context,
  credentialOf,
  disclosure,
  disclosures,
  hash,
  holder,
  issuer,
  NONCE,
  payload,
  presentationOf,
  queryOf,
  SECONDS,
  VCT,
} from './presentations.ts';
import { refuses } from './refuses.ts';

function verify(
  presentation: unknown,
  query: DcqlQuery = queryOf(),
  change: Partial<VerifyResponseOptions> = {},
): VerifiedResponse {
  const vpToken = { pid: Array.isArray(presentation) ? presentation : [presentation] } as JsonObject;
  return verifyResponse({
    ...context,
    presented: readVpToken({ vpToken, query, reports: newReports() }),
    transactionData: [],
    responseMode: 'direct_post.jwt',
    ...change,
  });
}

const signer = signerOf(new X509Certificate(Buffer.from(issuer.x5c[0] ?? '', 'base64')));
const always = { vct: VCT, iss: 'https://issuer.example', iat: payload.iat, exp: payload.exp };

test('a valid presentation: the requested claims and those always disclosed, without cnf', () => {
  assert.deepEqual(verify(presentationOf()), {
    credentials: [{ id: 'pid', values: { ...always, given_name: 'Ada' }, signer }],
    statuses: [],
    chains: [],
    codes: [],
  });
});

test('without claims in the query no selectively disclosable claim is passed on', () => {
  const query = queryOf({ claims: undefined as never });
  assert.deepEqual(verify(presentationOf(), query).credentials, [{ id: 'pid', values: always, signer }]);
});

test('several presentations of one query, in their order', () => {
  const other = disclosure('given_name', 'Bob');
  const second = presentationOf({ payload: { _sd: [hash(other)] }, disclosures: [other] });
  const { credentials } = verify([presentationOf(), second], queryOf({ multiple: true }));
  assert.deepEqual(
    credentials.map(({ values }) => values.given_name),
    ['Ada', 'Bob'],
  );
  refuses(() => verify([presentationOf(), second]), 'multiple');
});

test('one bad presentation among good ones refuses all', () => {
  const bad = presentationOf({ holderKey: generateKeyPair().privateKey });
  refuses(() => verify([presentationOf(), bad], queryOf({ multiple: true })), 'kb_signature');
});

test('a refusal says which credential query it is about, also where the presentation can not be parsed', () => {
  const [one] = queryOf().credentials;
  assert.ok(one);
  const query = { ...queryOf(), credentials: [one, { ...one, id: 'second' }] };
  const refusalOf = (second: unknown): PresentationError | undefined => {
    try {
      const vpToken = { pid: [presentationOf()], second } as JsonObject;
      verifyResponse({
        ...context,
        presented: readVpToken({ vpToken, query, reports: newReports() }),
        transactionData: [],
        responseMode: 'direct_post.jwt',
      });
    } catch (error) {
      assert.ok(error instanceof PresentationError);
      return error;
    }
    return undefined;
  };
  const wrongNonce = presentationOf({ keyBinding: { nonce: 'other' } });
  for (const [second, reason] of [
    [[wrongNonce], 'kb_nonce'],
    [['x'], 'presentation_format'],
    ['x', 'vp_token'],
    [[presentationOf(), presentationOf()], 'multiple'],
  ] as const) {
    const refusal = refusalOf(second);
    assert.deepEqual([refusal?.reason, refusal?.credential], [reason, 'second']);
  }
  assert.equal(refusalOf([presentationOf()]), undefined);
});

test('the status is returned to the caller and not to the backend', () => {
  const status = { status_list: { idx: 7, uri: 'https://issuer.example/list/1' } };
  const { credentials, statuses } = verify(presentationOf({ payload: { status } }));
  assert.equal(statuses.length, 1);
  const [found] = statuses;
  assert.ok(found !== undefined && 'idx' in found);
  assert.equal(found.idx, 7);
  assert.equal(found.uri, 'https://issuer.example/list/1');
  assert.equal(found.signer.fingerprint256, signer.fingerprint);
  assert.equal(found.iss, 'https://issuer.example');
  assert.deepEqual(found.anchors, [anchor]);
  assert.ok(!('status' in (credentials[0]?.values ?? {})));
});

test('only credentials with an unreachable status list are marked', () => {
  const status = { status_list: { idx: 7, uri: 'https://issuer.example/list/1' } };
  const presentations = [presentationOf(), presentationOf({ payload: { status } }), presentationOf()];
  const { credentials, statuses } = verify(presentations, queryOf({ multiple: true }));
  assert.deepEqual(
    markUnknown(credentials, statuses).map(({ statusUnknown }) => statusUnknown),
    [undefined, true, undefined],
  );
  assert.deepEqual(markUnknown(credentials, []), credentials);
});

test('the query decides about the proof: where it is not required it may be missing, and is verified if sent', () => {
  const query = queryOf({ require_cryptographic_holder_binding: false });
  assert.equal(verify(credentialOf(), query).credentials.length, 1);
  assert.equal(verify(presentationOf(), query).credentials.length, 1);
  refuses(() => verify(presentationOf({ holderKey: generateKeyPair().privateKey }), query), 'kb_signature');
  refuses(() => verify(presentationOf({ keyBinding: { nonce: 'x' } }), query), 'kb_nonce');
});

test('the profile may need a proof of each credential that is bound to a key', () => {
  const query = queryOf({ require_cryptographic_holder_binding: false });
  const strict = { boundNeedsProof: true };
  refuses(() => verify(credentialOf(), query, strict), 'kb_missing');
  assert.equal(verify(presentationOf(), query, strict).credentials.length, 1);
  assert.equal(verify(credentialOf({ payload: { cnf: undefined } }), query, strict).credentials.length, 1);
});

test('the proof may be as old as the request, and a minute of skew', () => {
  const created = context.createdAt / 1000;
  for (const iat of [created - 60, created, SECONDS, SECONDS + 60]) verify(presentationOf({ keyBinding: { iat } }));
  for (const iat of [created - 61, SECONDS + 61])
    refuses(() => verify(presentationOf({ keyBinding: { iat } })), 'kb_iat');
});

test('a minimal key and an ornate key in cnf', () => {
  const { x, y } = publicJwkOf(holder.publicKey);
  verify(presentationOf({ payload: { cnf: { jwk: { kty: 'EC', crv: 'P-256', x, y } } } }));
  verify(
    presentationOf({ payload: { cnf: { jwk: { kty: 'EC', crv: 'P-256', x, y, kid: 'a', use: 'sig', foo: 1 } } } }),
  );
});

test('credentials of this project, presented by the other library, pass', async () => {
  const vct = VCT;
  const cnf = { jwk: { ...publicJwkOf(holder.publicKey) } };
  const address = { city: 'X', street: 'Y' };
  const credential = await issueSdJwtVc({
    payload: { vct, iat: SECONDS, cnf, given_name: 'Ada', family_name: 'L', address, nat: ['de', 'fr'] },
    frame: checkedFrame({
      _sd: ['given_name', 'family_name', 'address'],
      address: { _sd: ['city', 'street'] },
      nat: { _sd: [0, 1] },
    }),
    key: issuer,
    random: systemRandom,
  });
  const wallet = new SDJwtVcInstance({
    hashAlg: 'sha-256',
    hasher: (data) =>
      createHash('sha256')
        .update(Buffer.from(data as string))
        .digest(),
    kbSignAlg: 'ES256',
    kbSigner: (input) => signEs256(input, holder.privateKey),
  });
  const kb = { payload: { iat: SECONDS, aud: CLIENT_ID, nonce: NONCE } };
  const frame = { given_name: true, address: { city: true }, nat: { 1: true } } as never;
  const presentation = await wallet.present(credential, frame, { kb });
  const claims = [{ path: ['given_name'] }, { path: ['address', 'city'] }, { path: ['nat', null], values: ['fr'] }];
  assert.deepEqual(verify(presentation, queryOf({ claims })).credentials, [
    { id: 'pid', values: { vct, iat: SECONDS, given_name: 'Ada', address: { city: 'X' }, nat: ['fr'] }, signer },
  ]);
  refuses(() => verify(presentation, queryOf({ claims: [{ path: ['family_name'] }] })), 'claims');
});

test('types: only the requested types, by the vct or another name', () => {
  const other = { meta: { vct_values: ['urn:other'] } };
  const trusting = (...vcts: string[]): Partial<VerifyResponseOptions> => ({
    anchors: [{ certificate: anchor, vcts, doctypes: [] }],
  });
  refuses(() => verify(presentationOf(), queryOf(other), trusting(VCT, 'urn:other')), 'type');
  const known = presentationOf({ payload: { aka_vcts: ['urn:other'] } });
  verify(known, queryOf(other), trusting(VCT, 'urn:other'));
  // an issuer for one type gives its credential a different type
  refuses(() => verify(known, queryOf(other), trusting(VCT)), 'issuer_trust');
  refuses(() => verify(known, queryOf(other), trusting('urn:other')), 'issuer_trust');
});

test('trust: no anchor, a foreign anchor, an anchor for other types', async () => {
  const foreign = new X509Certificate((await makeSigningKey()).anchor);
  const trusting = (anchors: VerifyResponseOptions['anchors']): (() => unknown) => {
    return () => verify(presentationOf(), queryOf(), { anchors });
  };
  refuses(trusting([]), 'issuer_trust');
  refuses(trusting([{ certificate: anchor, vcts: [], doctypes: [] }]), 'issuer_trust');
  refuses(trusting([{ certificate: anchor, vcts: ['urn:other'], doctypes: [] }]), 'issuer_trust');
  refuses(trusting([{ certificate: foreign, vcts: [VCT], doctypes: [] }]), 'issuer_trust');
  // the anchor for this type is foreign, and the issuer's is for a different type
  refuses(
    trusting([
      { certificate: foreign, vcts: [VCT], doctypes: [] },
      { certificate: anchor, vcts: ['urn:other'], doctypes: [] },
    ]),
    'issuer_trust',
  );
  trusting([{ certificate: anchor, vcts: 'any', doctypes: [] }])();
});

test('a trusted issuer signs under its own name alone, unless the configuration leaves that to the backend', () => {
  const other = presentationOf({ payload: { iss: 'https://other.example' } });
  refuses(() => verify(other), 'issuer_name');
  const [unbound] = verify(other, queryOf(), { issuerName: 'any' }).credentials;
  assert.deepEqual([unbound?.signer, unbound?.issuerBound], [signer, false]);
  const [bound] = verify(presentationOf(), queryOf(), { issuerName: 'any' }).credentials;
  assert.equal(bound?.issuerBound, undefined);
  const anchors = (names: IssuerNames) => [{ certificate: anchor, vcts: 'any', doctypes: 'any', names } as const];
  refuses(() => verify(other, queryOf(), { issuerName: 'any', anchors: anchors('certificate') }), 'issuer_name');
  assert.equal(verify(other, queryOf(), { anchors: anchors('any') }).credentials[0]?.issuerBound, false);
  const listed = anchors(['https://other.example']);
  assert.equal(verify(other, queryOf(), { anchors: listed }).credentials[0]?.issuerBound, undefined);
  refuses(() => verify(presentationOf(), queryOf(), { anchors: listed }), 'issuer_name');
  verify(presentationOf({ payload: { iss: undefined } }));
});

test('trusted authorities narrow trust and never widen it', () => {
  const query = (value: string): DcqlQuery => queryOf({ trusted_authorities: [{ type: 'aki', values: [value] }] });
  refuses(() => verify(presentationOf(), query('AAAA')), 'trusted_authorities');
  const leaf = new X509Certificate(Buffer.from(issuer.x5c[0] ?? '', 'base64'));
  const named = authorityKeyIdentifier(leaf)?.toString('base64url') ?? '';
  verify(presentationOf(), query(named));
  refuses(() => verify(presentationOf(), query(named), { anchors: [] }), 'issuer_trust');
});

test('a presentation for one session is none for another', () => {
  refuses(() => verify(presentationOf(), queryOf(), { nonce: 'another' }), 'kb_nonce');
  refuses(() => verify(presentationOf(), queryOf(), { clientId: 'x509_hash:other' }), 'kb_aud');
});

test('texts of errors contain no presented value', () => {
  const asked = queryOf({ claims: [{ path: ['given_name'], values: ['Bob'] }] });
  try {
    verify(presentationOf(), asked);
    assert.fail('accepted');
  } catch (error) {
    assert.doesNotMatch(String(error), /Ada|Bob|given_name|["\\]/);
  }
});

test('one changed character anywhere, and nothing is accepted', () => {
  const good = presentationOf();
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.constantFrom(...'AZaz09-_.~={"'), (at, character) => {
      fc.pre(good[at] !== character);
      refuses(() => verify(good.slice(0, at) + character + good.slice(at + 1)));
    }),
    { numRuns: 300 },
  );
});

test('any parts in any order are refused properly', () => {
  const good = presentationOf();
  const pieces = [...good.split('~'), ...good.split('.'), ...disclosures, '~', '.', '', issuer.x5c[0] ?? ''];
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 9 }),
      fc.constantFrom('~', '.', ''),
      (parts, glue) => {
        const text = parts.join(glue);
        fc.pre(text !== good);
        refuses(() => verify(text));
      },
    ),
  );
});

test('the whole way: encrypted, opened, read, verified', async () => {
  const { d, ...publicKey } = generateAgreementJwk();
  const body = { vp_token: { pid: [presentationOf()] }, state: 's' };
  const response = await new jose.CompactEncrypt(Buffer.from(JSON.stringify(body)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'k' })
    .setKeyManagementParameters({ apv: Buffer.from(NONCE) })
    .encrypt(await jose.importJWK({ ...publicKey }, 'ECDH-ES'));
  const answer = parseAuthorizationResponse({ response });
  assert.ok(answer.kind === 'encrypted');
  const opened = decryptResponse({ jwe: answer.jwe, privateKey: { d }, kid: 'k' });
  const parsed = parseResponsePayload(opened);
  assert.ok(parsed.kind === 'vp_token' && parsed.state === 's');
  const verified = verifyResponse({
    ...context,
    presented: readVpToken({ vpToken: parsed.vpToken, query: queryOf(), reports: newReports() }),
    transactionData: [],
    responseMode: 'direct_post.jwt',
  });
  assert.equal(verified.credentials[0]?.values.given_name, 'Ada');
});

const compared: Record<string, [keyBinding: object, reason: PresentationReason]> = {
  'the nonce': [{ nonce: 'x' }, 'kb_nonce'],
  'the audience': [{ aud: 'x' }, 'kb_aud'],
  'the hash': [{ sd_hash: 'x' }, 'kb_sd_hash'],
  'the age': [{ iat: SECONDS - 3600 }, 'kb_iat'],
  'the future': [{ iat: SECONDS + 3600 }, 'kb_iat'],
  'the end': [{ exp: SECONDS }, 'kb_iat'],
};

for (const [name, [keyBinding, reason]] of Object.entries(compared)) {
  test(`refused before a signature is checked: ${name}`, () => {
    const [query] = queryOf().credentials;
    assert.ok(query !== undefined);
    // Even if the sender can't sign: the comparison must not need the signature.
    const forged = presentationOf({ keyBinding, holderKey: generateKeyPair().privateKey });
    refuses(() => readPresentation(forged, query, context), reason);
  });
}

test('without an anchor for the type there is nothing to verify with', () => {
  refuses(() => anchorsFor([], [VCT]), 'issuer_trust');
  refuses(() => anchorsFor([{ certificate: anchor, vcts: ['urn:other'], doctypes: [] }], [VCT]), 'issuer_trust');
  assert.deepEqual(anchorsFor(context.anchors, [VCT]), [anchor]);
});
