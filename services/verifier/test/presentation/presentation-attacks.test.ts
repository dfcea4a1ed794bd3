/** Hostile presentations: each is the valid one with one change. */
import assert from 'node:assert/strict';
import { createHmac, sign, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import { createAuthority, createLeaf } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { certificateHost, x5cElement } from '@countersign/shared/crypto/x509';
import { newReports } from '@countersign/shared/http/reports';
import { systemRandom } from '@countersign/shared/kernel/random';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE, makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { readVpToken, verifyResponse } from '../../src/presentation/verify-response.ts';
import type { PresentationReason } from '../../src/session/presentation-error.ts';
import {
  CLIENT_ID,
  context,
  credentialOf,
  disclosure,
  disclosures,
  hash,
  holder,
  holderJwk,
  issuer,
  issuerHeader,
  jwtOf,
  NONCE,
  type PresentationChange,
  part,
  payload,
  presentationOf,
  queryOf,
  SECONDS,
  VCT,
} from './presentations.ts';
import { refusalOf, refuses } from './refuses.ts';

function verify(presentation: string): void {
  verifyResponse({
    ...context,
    presented: readVpToken({ vpToken: { pid: [presentation] }, query: queryOf(), reports: newReports() }),
    transactionData: [],
    responseMode: 'direct_post.jwt',
  });
}

const stranger = generateKeyPair();
const foreign = await makeSigningKey();
const [first = '', ...others] = disclosures;
const leaf = new X509Certificate(Buffer.from(issuer.x5c[0] ?? '', 'base64'));
const common = {
  notBefore: KEY_NOT_BEFORE,
  notAfter: KEY_NOT_AFTER,
  tenant: 'x',
  host: certificateHost('https://x.example'),
  random: systemRandom,
};
const selfSigned = await createAuthority({ ...common, keys: stranger });
const underLeaf = await createLeaf({
  ...common,
  publicKey: stranger.publicKey,
  authority: { certificate: leaf.toString(), privateKey: issuer.privateKey },
});

/** The credential with one more claim that only a disclosure shows. */
function disclosing(...content: unknown[]): PresentationChange {
  const text = disclosure(...content);
  return { payload: { _sd: [...disclosures, text].map(hash) }, disclosures: [...disclosures, text] };
}

/** The credential signed in another way. */
function signedBy(header: object, signature: (input: string) => string): PresentationChange {
  const input = `${part({ ...issuerHeader, ...header })}.${part(payload)}`;
  return { before: (credential) => credential.replace(/^[^~]*/, `${input}.${signature(input)}`) };
}

function proofOf(make: (input: string) => string, header: object): PresentationChange {
  const credential = credentialOf();
  const content = { iat: SECONDS, aud: CLIENT_ID, nonce: NONCE, sd_hash: hash(credential) };
  const input = `${part({ typ: 'kb+jwt', ...header })}.${part(content)}`;
  return { after: () => `${credential}${input}.${make(input)}` };
}

function der(input: string): string {
  return sign('sha256', Buffer.from(input), issuer.privateKey).toString('base64url');
}

function hmac(secret: string | Buffer): (input: string) => string {
  return (input) => createHmac('sha256', secret).update(input).digest('base64url');
}

const spki = leaf.publicKey;
const zeros = (bytes: number) => (): string => Buffer.alloc(bytes).toString('base64url');
const { vct: _vct, ...withoutVct } = payload;
const { exp: _exp, ...withoutExp } = payload;
const withExp = disclosure('exp', SECONDS - 1);

type Attack = [made: PresentationChange, ...reasons: PresentationReason[]];

const attacks: Record<string, Attack> = {
  'the nonce of another session': [{ keyBinding: { nonce: 'another' } }, 'kb_nonce'],
  'no nonce': [{ keyBinding: { nonce: undefined } }, 'kb_nonce'],
  'the nonce in a list': [{ keyBinding: { nonce: [NONCE] } }, 'kb_nonce'],
  'the audience of another verifier': [{ keyBinding: { aud: 'x509_hash:other' } }, 'kb_aud'],
  'the audience without its prefix': [{ keyBinding: { aud: CLIENT_ID.slice('x509_hash:'.length) } }, 'response_legacy'],
  'the audience in a list': [{ keyBinding: { aud: [CLIENT_ID] } }, 'kb_aud'],
  'the response_uri as audience': [{ keyBinding: { aud: 'https://verifier.example/oid4vp/response' } }, 'kb_aud'],
  'no audience': [{ keyBinding: { aud: undefined } }, 'kb_aud'],
  'a proof a year old': [{ keyBinding: { iat: SECONDS - 31_536_000 } }, 'kb_iat'],
  'a proof a year ahead': [{ keyBinding: { iat: SECONDS + 31_536_000 } }, 'kb_iat'],
  'a proof without iat': [{ keyBinding: { iat: undefined } }, 'kb_iat'],
  'a proof with iat as text': [{ keyBinding: { iat: String(SECONDS) } }, 'kb_iat'],
  'a proof with iat null': [{ keyBinding: { iat: null } }, 'kb_iat'],
  'a proof that has ended': [{ keyBinding: { exp: SECONDS } }, 'kb_iat'],
  'a proof that has not begun': [{ keyBinding: { nbf: SECONDS + 61 } }, 'kb_iat'],
  'sd_hash of other disclosures': [
    { keyBinding: { sd_hash: hash(credentialOf({ disclosures: [first] })) } },
    'kb_sd_hash',
  ],
  'no sd_hash': [{ keyBinding: { sd_hash: undefined } }, 'kb_sd_hash'],
  'a proof by another key': [{ holderKey: stranger.privateKey }, 'kb_signature'],
  'a proof by the issuer': [{ holderKey: issuer.privateKey }, 'kb_signature'],
  'a proof that brings its own key': [
    {
      holderKey: stranger.privateKey,
      keyBindingHeader: { typ: 'kb+jwt', alg: 'ES256', jwk: publicJwkOf(stranger.publicKey) },
    },
    'kb_signature',
  ],
  'no proof': [{ after: (text) => text.slice(0, text.lastIndexOf('~') + 1) }, 'kb_missing'],
  'no proof and no last tilde': [{ after: (text) => text.slice(0, text.lastIndexOf('~')) }, 'presentation_format'],
  'a proof of type JWT': [{ keyBindingHeader: { typ: 'JWT', alg: 'ES256' } }, 'kb_signature'],
  'a proof of the issuance as proof': [
    { keyBindingHeader: { typ: 'openid4vci-proof+jwt', alg: 'ES256' } },
    'kb_signature',
  ],
  'a proof without type': [{ keyBindingHeader: { alg: 'ES256' } }, 'kb_signature'],
  'a proof without signature': [proofOf(() => '', { alg: 'none' }), 'kb_signature'],
  'a proof with an empty signature': [proofOf(() => '', { alg: 'ES256' }), 'kb_signature'],
  'a proof by HMAC with the public key': [proofOf(hmac(JSON.stringify(holderJwk)), { alg: 'HS256' }), 'kb_signature'],
  'a proof with a critical header': [
    { keyBindingHeader: { typ: 'kb+jwt', alg: 'ES256', crit: ['x'], x: 1 } },
    'kb_signature',
  ],
  'a changed disclosure': [{ disclosures: [disclosure('given_name', 'Eve'), ...others] }, 'disclosure'],
  'a changed salt': [{ disclosures: [part(['x', 'given_name', 'Ada']), ...others] }, 'disclosure'],
  'an added disclosure': [{ disclosures: [...disclosures, disclosure('admin', true)] }, 'disclosure'],
  'a disclosure twice': [{ disclosures: [...disclosures, first] }, 'disclosure'],
  'a disclosure added behind the proof': [
    { after: (text) => text.replace('~', `~${disclosure('a', 1)}~`) },
    'kb_sd_hash',
  ],
  'a disclosure removed behind the proof': [{ after: (text) => text.replace(`~${others[0]}`, '') }, 'kb_sd_hash'],
  'disclosures in another order behind the proof': [
    { after: (text) => text.replace(disclosures.join('~'), disclosures.toReversed().join('~')) },
    'kb_sd_hash',
  ],
  'a disclosure that is no base64url': [{ disclosures: [...disclosures, 'a+b/'] }, 'presentation_format', 'disclosure'],
  'an empty disclosure': [{ disclosures: [...disclosures, ''] }, 'presentation_format'],
  'a digest twice in the payload': [{ payload: { _sd: [...disclosures, first].map(hash) } }, 'disclosure'],
  'a digest twice, once deeper': [{ payload: { deep: { _sd: [hash(first)] } } }, 'disclosure'],
  'digests that are no texts': [{ payload: { _sd: [...disclosures.map(hash), 1] } }, 'disclosure'],
  'an array element among members': [disclosing('x'), 'disclosure'],
  'a member among array elements': [
    { payload: { list: [{ '...': hash(first) }], _sd: others.map(hash) } },
    'disclosure',
  ],
  'a disclosure of four': [disclosing('a', 'b', 'c'), 'disclosure'],
  'a disclosure that is an object': [
    { payload: { _sd: [...disclosures, part({ a: 1 })].map(hash) }, disclosures: [...disclosures, part({ a: 1 })] },
    'disclosure',
  ],
  'an unknown hash': [{ payload: { _sd_alg: 'md5' } }, 'disclosure'],
  'alg none': [signedBy({ alg: 'none' }, () => ''), 'issuer_header'],
  'alg None': [signedBy({ alg: 'None' }, () => ''), 'issuer_header'],
  'an empty signature': [signedBy({}, () => ''), 'issuer_signature'],
  'HMAC with the PEM of the key': [
    signedBy({ alg: 'HS256' }, hmac(spki.export({ type: 'spki', format: 'pem' }).toString())),
    'issuer_header',
  ],
  'HMAC with the DER of the key': [
    signedBy({ alg: 'HS256' }, hmac(spki.export({ type: 'spki', format: 'der' }))),
    'issuer_header',
  ],
  'HMAC with the JWK of the key': [signedBy({ alg: 'HS256' }, hmac(JSON.stringify(issuer.publicJwk))), 'issuer_header'],
  'a signature in DER': [signedBy({}, der), 'issuer_signature'],
  'a signature of zeros': [signedBy({}, zeros(64)), 'issuer_signature'],
  'a signature of 63 bytes': [signedBy({}, zeros(63)), 'issuer_signature'],
  'ES384 with a key on P-256': [{ header: { ...issuerHeader, alg: 'ES384' } }, 'issuer_header'],
  'type JWT': [{ header: { ...issuerHeader, typ: 'JWT' } }, 'issuer_header'],
  'the older type': [{ header: { ...issuerHeader, typ: 'vc+sd-jwt' } }, 'issuer_header'],
  'the thumbprint of another certificate': [
    { header: { ...issuerHeader, 'x5t#S256': leafThumbprint(foreign.x5c) } },
    'issuer_header',
  ],
  'a thumbprint that is none': [
    { header: { ...issuerHeader, 'x5t#S256': [leafThumbprint(issuer.x5c)] } },
    'issuer_header',
  ],
  'a thumbprint without a chain': [
    { header: { typ: 'dc+sd-jwt', alg: 'ES256', 'x5t#S256': leafThumbprint(issuer.x5c) } },
    'issuer_header',
  ],
  'the address of a chain, and no chain': [
    { header: { typ: 'dc+sd-jwt', alg: 'ES256', x5u: 'https://issuer.example/chain.pem' } },
    'issuer_trust',
  ],
  'an inside address of a chain, and no chain': [
    { header: { typ: 'dc+sd-jwt', alg: 'ES256', x5u: 'http://169.254.169.254/latest/meta-data' } },
    'issuer_trust',
  ],
  'a critical header': [{ header: { ...issuerHeader, crit: ['x'], x: 1 } }, 'issuer_header'],
  'the chain of a trusted issuer, signed by another': [{ issuerKey: stranger.privateKey }, 'issuer_signature'],
  'a key in the header': [
    {
      issuerKey: stranger.privateKey,
      header: { typ: 'dc+sd-jwt', alg: 'ES256', jwk: publicJwkOf(stranger.publicKey) },
    },
    'issuer_trust',
  ],
  'no chain': [{ header: { typ: 'dc+sd-jwt', alg: 'ES256' } }, 'issuer_trust'],
  'an unknown root': [
    { header: { ...issuerHeader, x5c: [...foreign.x5c] }, issuerKey: foreign.privateKey },
    'issuer_trust',
  ],
  'an unknown root, sent along': [
    {
      header: { ...issuerHeader, x5c: [...foreign.x5c, x5cElement(new X509Certificate(foreign.anchor))] },
      issuerKey: foreign.privateKey,
    },
    'issuer_trust',
  ],
  'our root behind a foreign leaf': [
    {
      header: { ...issuerHeader, x5c: [...foreign.x5c, x5cElement(new X509Certificate(issuer.anchor))] },
      issuerKey: foreign.privateKey,
    },
    'issuer_trust',
  ],
  'a self-signed leaf': [
    { header: { ...issuerHeader, x5c: [x5cElement(new X509Certificate(selfSigned))] }, issuerKey: stranger.privateKey },
    'issuer_trust',
  ],
  'a leaf under a leaf': [
    {
      header: { ...issuerHeader, x5c: [x5cElement(new X509Certificate(underLeaf)), ...issuer.x5c] },
      issuerKey: stranger.privateKey,
    },
    'issuer_trust',
  ],
  'an ended credential': [{ payload: { exp: SECONDS } }, 'time'],
  'a credential that has not begun': [{ payload: { nbf: SECONDS + 61 } }, 'time'],
  'a credential from the future': [{ payload: { iat: SECONDS + 61 } }, 'time'],
  'exp as text': [{ payload: { exp: String(SECONDS + 60) } }, 'time'],
  'exp null': [{ payload: { exp: null } }, 'time'],
  'exp only in a disclosure': [
    {
      payload: JSON.stringify({ ...withoutExp, _sd: [...disclosures, withExp].map(hash) }),
      disclosures: [...disclosures, withExp],
    },
    'disclosure',
  ],
  'another vct': [{ payload: { vct: 'urn:eudi:pid:2' } }, 'type'],
  'no vct': [{ payload: JSON.stringify(withoutVct) }, 'type'],
  'vct in a list': [{ payload: { vct: [VCT] } }, 'type'],
  'vct twice': [{ payload: JSON.stringify(payload).replace('{', '{"vct":"urn:other",') }, 'presentation_format'],
  'fewer claims than asked for': [{ disclosures: others }, 'claims'],
  'no key in the credential': [{ payload: { cnf: {} } }, 'kb_signature'],
  'no cnf': [{ payload: { cnf: undefined } }, 'kb_signature'],
  'a private key in the credential': [
    { payload: { cnf: { jwk: { ...holderJwk, d: 'A'.repeat(43) } } } },
    'kb_signature',
  ],
  'a symmetric key in the credential': [{ payload: { cnf: { jwk: { kty: 'oct', k: 'AAAA' } } } }, 'kb_signature'],
  'a key for encryption in the credential': [
    { payload: { cnf: { jwk: { ...holderJwk, use: 'enc' } } } },
    'kb_signature',
  ],
  'a payload ten thousand levels deep': [
    { payload: JSON.stringify(payload).replace('{', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)},`) },
    'presentation_format',
  ],
  'a disclosure ten thousand levels deep': [
    {
      payload: { _sd: [...disclosures.map(hash), hash(part(`["s","a",${'['.repeat(10_000)}${']'.repeat(10_000)}]`))] },
      disclosures: [...disclosures, part(`["s","a",${'['.repeat(10_000)}${']'.repeat(10_000)}]`)],
    },
    'presentation_format',
  ],
  'a reserved member': [
    { payload: JSON.stringify(payload).replace('{', '{"__proto__":{"admin":true},') },
    'presentation_format',
  ],
  'a token in JSON': [{ after: () => JSON.stringify({ payload: 'x', signatures: [] }) }, 'presentation_format'],
  nothing: [{ after: () => '' }, 'presentation_format'],
  'more than is read': [{ after: (text) => text + 'A'.repeat(300_000) }, 'presentation_format'],
};

for (const name of ['_sd', '...', '_sd_alg', '__proto__', 'vct', 'iss', 'cnf', 'exp', 'nbf', 'status', 'aka_vcts']) {
  attacks[`a disclosure named ${name}`] = [disclosing(name, {}), 'disclosure', 'presentation_format'];
}
const notNumbers: unknown[] = [-1, 1.5, 2 ** 53, '1', null, undefined];
for (const idx of notNumbers) {
  const status = { status_list: { idx, uri: 'https://issuer.example/list' } };
  attacks[`status index ${String(idx)} (${typeof idx})`] = [{ payload: { status } }, 'status_unavailable'];
}
const notStatus: unknown[] = [
  {},
  { status_list: 1 },
  { status_list: { idx: 1 } },
  { status_list: { idx: 1, uri: 'x' } },
];
for (const status of notStatus) {
  attacks[`status ${JSON.stringify(status)}`] = [{ payload: { status } }, 'status_unavailable'];
}
attacks['status as text'] = [{ payload: { status: 'https://x' } }, 'time'];

test('the presentation that all attacks change is good', () => {
  verify(presentationOf());
});

const secrets = ['Ada', NONCE, String(holderJwk.x), presentationOf().slice(0, 40), ...disclosures];

for (const [name, [made, ...reasons]] of Object.entries(attacks)) {
  test(`refused: ${name}`, () => {
    refuses(() => verify(presentationOf(made)), ...reasons);
    const { reasoned } = refusalOf(() => verify(presentationOf(made)));
    // No claim value, no nonce, no key, no part of the presentation.
    for (const secret of secrets) assert.ok(!JSON.stringify(reasoned).includes(secret), secret);
  });
}

test('names of prototype members stay names', () => {
  const text = disclosure('constructor', { prototype: { admin: true } });
  verify(presentationOf({ payload: { _sd: [...disclosures, text].map(hash) }, disclosures: [...disclosures, text] }));
  assert.equal(({} as Record<string, unknown>).admin, undefined);
});

test('the proof of one credential does not fit another', () => {
  const proof = presentationOf().split('~').at(-1);
  const other = credentialOf({ payload: { iat: SECONDS - 60 } });
  refuses(() => verify(`${other}${proof}`), 'kb_sd_hash');
  assert.equal(jwtOf({}, {}, holder.privateKey).split('.').length, 3);
});

test('a hundred thousand decoys are bounded by the size of a token', () => {
  const decoys = Array.from({ length: 100_000 }, (_, i) => hash(String(i)));
  refuses(
    () => verify(presentationOf({ payload: { _sd: [...disclosures.map(hash), ...decoys] } })),
    'presentation_format',
  );
});
