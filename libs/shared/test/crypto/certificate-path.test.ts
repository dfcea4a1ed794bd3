import 'reflect-metadata';
import assert from 'node:assert/strict';
import { type KeyObject, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { KeyUsageFlags, X509Certificate as PeculiarCertificate } from '@peculiar/x509';
import { CertificateError } from '../../src/crypto/certificate-error.ts';
import { verifiedCertificates, verifyCertificateChain } from '../../src/crypto/certificate-path.ts';
import { createAuthority, createLeaf } from '../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { createKnownKeys } from '../../src/crypto/known-keys.ts';
import { verifyCertificatePath } from '../../src/crypto/x5c.ts';
import { certificateFacts, certificateHost, x5cElement } from '../../src/crypto/x509.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { encodings, withExtensions } from './certificate-encodings.ts';
import { type IntermediateOptions, makeIntermediate } from './intermediate.ts';
import { pathUnder, someone, validity } from './path-under.ts';
import { refusal, refuses } from './refuses.ts';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE, makeSigningKey } from './signing-key.ts';

const now = KEY_NOT_BEFORE + 1000;
const key = await makeSigningKey();
const foreign = await makeSigningKey();
const anchor = new X509Certificate(key.anchor);
const foreignAnchor = new X509Certificate(foreign.anchor);
const [leaf = ''] = key.x5c;
const leafCertificate = new X509Certificate(Buffer.from(leaf, 'base64'));

test('a leaf under one of the anchors passes', () => {
  const found = verifyCertificatePath([leaf], [foreignAnchor, anchor], now);
  assert.equal(x5cElement(found), leaf);
  verifyCertificatePath([leaf], [anchor], KEY_NOT_BEFORE);
  verifyCertificatePath([leaf], [anchor], KEY_NOT_AFTER);
});

test('an anchor that is sent along changes nothing', () => {
  verifyCertificatePath([leaf, x5cElement(anchor)], [anchor], now);
  refuses(() => verifyCertificatePath([leaf, x5cElement(anchor)], [foreignAnchor], now), 'certificate_path');
});

const namedFaults: readonly [
  detail: string,
  x5c: readonly string[],
  anchors: readonly X509Certificate[],
  at: number,
][] = [
  ['no_anchor', [leaf], [], now],
  ['no_anchor', [leaf], [foreignAnchor], now],
  ['not_yet_valid', [leaf], [anchor], KEY_NOT_BEFORE - 1],
  ['expired', [leaf], [anchor], KEY_NOT_AFTER + 1000],
];
for (const [detail, x5c, anchors, at] of namedFaults) {
  test(`the refusal of a chain as ${detail} names the certificate, under ${anchors.length} anchors`, () => {
    const { facts } = refusal(() => verifyCertificatePath([...x5c], anchors, at), 'certificate_path');
    assert.deepEqual(facts, { detail, ...certificateFacts(leafCertificate) });
  });
}

const x5cOfKey = key.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
const pemInside = Buffer.from(new X509Certificate(Buffer.from(leaf, 'base64')).toString()).toString('base64');

const hostile: Record<string, [x5c: unknown, anchors: readonly X509Certificate[], now: number]> = {
  'no x5c': [undefined, [anchor], now],
  'a text': [leaf, [anchor], now],
  'an empty list': [[], [anchor], now],
  'no anchors': [[leaf], [], now],
  'a foreign anchor of the same name': [[leaf], [foreignAnchor], now],
  'another leaf as the anchor': [[leaf], [new X509Certificate(Buffer.from(foreign.x5c[0] ?? '', 'base64'))], now],
  'the leaf as its own anchor, before its time': [[leaf], [leafCertificate], KEY_NOT_BEFORE - 1],
  'the leaf as its own anchor, after its time': [[leaf], [leafCertificate], KEY_NOT_AFTER + 1],
  'a self-signed leaf': [[x5cElement(anchor)], [anchor], now],
  'a CA that did not issue the leaf, between': [[leaf, x5cElement(foreignAnchor)], [foreignAnchor], now],
  'a leaf issued by a leaf': [[leaf, foreign.x5c[0]], [foreignAnchor], now],
  'the leaf twice': [[leaf, leaf], [anchor], now],
  'before its time': [[leaf], [anchor], KEY_NOT_BEFORE - 1],
  'after its time': [[leaf], [anchor], KEY_NOT_AFTER + 1],
  'more than eight': [[leaf, ...Array(8).fill(x5cElement(anchor))], [anchor], now],
  base64url: [[Buffer.from(leaf, 'base64').toString('base64url')], [anchor], now],
  'a newline in it': [[`${leaf.slice(0, 64)}\n${leaf.slice(64)}`], [anchor], now],
  'PEM in base64': [[pemInside], [anchor], now],
  'bytes behind the certificate': [
    [Buffer.concat([Buffer.from(leaf, 'base64'), Buffer.alloc(3)]).toString('base64')],
    [anchor],
    now,
  ],
  'no certificate': [[Buffer.from('x').toString('base64')], [anchor], now],
  'a number': [[1], [anchor], now],
  'a key': [[x5cOfKey], [anchor], now],
};

for (const [name, [x5c, anchors, at]] of Object.entries(hostile)) {
  test(`refused: ${name}`, () => {
    refuses(() => verifyCertificatePath(x5c as never, anchors, at), 'certificate_path');
  });
}

test('a leaf that signs another leaf is no issuer, though the signature is good', async () => {
  const common = {
    notBefore: KEY_NOT_BEFORE,
    notAfter: KEY_NOT_AFTER,
    tenant: 'x',
    host: certificateHost('https://x.example'),
    random: systemRandom,
  };
  const pem = new X509Certificate(Buffer.from(leaf, 'base64')).toString();
  const victim = generateKeyPair();
  const authority = { certificate: pem, privateKey: key.privateKey };
  const forged = new X509Certificate(await createLeaf({ ...common, publicKey: victim.publicKey, authority }));
  for (const anchors of [[anchor], [leafCertificate]]) {
    refuses(() => verifyCertificatePath([x5cElement(forged), leaf], anchors, now), 'certificate_path');
    refuses(() => verifyCertificatePath([x5cElement(forged)], anchors, now), 'certificate_path');
  }
});

test('an anchor that is no CA is trusted for its own key, in any certificate with that key', async () => {
  assert.equal(x5cElement(verifyCertificatePath([leaf], [foreignAnchor, leafCertificate], now)), leaf);
  const issuer = { certificate: foreign.anchor, keys: generateKeyPair() };
  const keys = { privateKey: key.privateKey, publicKey: leafCertificate.publicKey };
  const renewed = await makeIntermediate({ ...validity, keys, issuer, ca: false });
  assert.ok(verifyCertificatePath([x5cElement(renewed)], [leafCertificate], now).publicKey.equals(keys.publicKey));
  const forOthers = await makeIntermediate({ ...validity, keys, issuer, ca: false, usage: KeyUsageFlags.keyAgreement });
  refuses(() => verifyCertificatePath([x5cElement(forOthers)], [leafCertificate], now), 'certificate_path');
});

test('an intermediate CA is followed; the same without the CA flag is not', async () => {
  const validity = { notBefore: KEY_NOT_BEFORE, notAfter: KEY_NOT_AFTER };
  const common = { ...validity, tenant: 'x', host: certificateHost('https://x.example'), random: systemRandom };
  const [rootKeys, keys, leafKeys] = [generateKeyPair(), generateKeyPair(), generateKeyPair()];
  const host = certificateHost('https://root.example');
  const root = await createAuthority({ ...common, keys: rootKeys, host, pathLength: 1 });
  const path = async (ca: boolean): Promise<string[]> => {
    const between = await makeIntermediate({ ...validity, keys, ca, issuer: { certificate: root, keys: rootKeys } });
    const authority = { certificate: between.toString(), privateKey: keys.privateKey };
    const pem = await createLeaf({ ...common, publicKey: leafKeys.publicKey, authority });
    return [new X509Certificate(pem), between].map(x5cElement);
  };
  const anchors = [new X509Certificate(root)];
  const [good, bad] = [await path(true), await path(false)];
  assert.ok(verifyCertificatePath(good, anchors, now).publicKey.equals(leafKeys.publicKey));
  refuses(() => verifyCertificatePath(good.slice(0, 1), anchors, now), 'certificate_path');
  refuses(() => verifyCertificatePath(good.toReversed(), anchors, now), 'certificate_path');
  refuses(() => verifyCertificatePath(bad, anchors, now), 'certificate_path');
});

const lengths: readonly [allowed: boolean, root: number, ...constraints: (number | undefined)[]][] = [
  [true, 0],
  [false, 0, undefined],
  [true, 1, undefined],
  [true, 1, 0],
  [false, 1, undefined, undefined],
  [true, 2, undefined, undefined],
  [true, 5, 1, 0],
  [false, 5, 0, undefined],
];

for (const [allowed, root, ...constraints] of lengths) {
  test(`path lengths ${[root, ...constraints].join(', ')}: ${allowed ? 'followed' : 'refused'}`, async () => {
    const { x5c, anchors } = await pathUnder(root, ...constraints);
    if (allowed) verifyCertificatePath(x5c, anchors, now);
    else refuses(() => verifyCertificatePath(x5c, anchors, now), 'certificate_path');
  });
}

test('eight certificates are followed, nine are not', async () => {
  const six = Array<undefined>(6).fill(undefined);
  const eight = await pathUnder(7, ...six, undefined);
  assert.equal(eight.x5c.length, 8);
  verifyCertificatePath(eight.x5c, eight.anchors, now);
  const nine = await pathUnder(8, ...six, undefined, undefined);
  refuses(() => verifyCertificatePath(nine.x5c, nine.anchors, now), 'certificate_path');
});

test('a chain that leads to no anchor costs no signature check, however long it is', async (t) => {
  const { x5c } = await pathUnder(7, ...Array<undefined>(7).fill(undefined));
  const verify = t.mock.method(X509Certificate.prototype, 'verify');
  refuses(() => verifyCertificatePath(x5c, [anchor], now), 'certificate_path');
  assert.equal(verify.mock.callCount(), 0);
  // With an anchor's name: one check with the anchor's key, none with the attacker's.
  refuses(() => verifyCertificatePath(foreign.x5c, [anchor], now), 'certificate_path');
  assert.ok(verify.mock.callCount() <= 1);
});

/** The certificate, correctly signed, with a key of an unknown type. */
async function withUnknownKey(options: Omit<IntermediateOptions, 'keys'>): Promise<X509Certificate> {
  const { privateKey, publicKey } = generateKeyPair();
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  // id-ecPublicKey becomes an identifier that is not assigned
  spki.writeUInt8(0x77, spki.indexOf(Buffer.from('2a8648ce3d0201', 'hex')) + 6);
  const unknown = { export: () => spki } as unknown as KeyObject;
  return makeIntermediate({ ...options, keys: { privateKey, publicKey: unknown } });
}

test('a key of an unknown type is refused at any place of the chain; a certificate with one is no anchor', async () => {
  const rootKeys = generateKeyPair();
  const root = await createAuthority({ ...someone, keys: rootKeys, host: certificateHost('https://root.example') });
  const issuer = { certificate: root, keys: rootKeys };
  const [good, odd, between] = [
    await makeIntermediate({ ...validity, keys: generateKeyPair(), issuer, ca: false }),
    await withUnknownKey({ ...validity, issuer, ca: false }),
    await withUnknownKey({ ...validity, issuer, subject: new X509Certificate(root).subject }),
  ];
  const anchors = [between, new X509Certificate(root)];
  verifyCertificatePath([x5cElement(good)], anchors, now);
  for (const path of [[odd], [good, between]]) {
    const x5c = path.map(x5cElement);
    for (const more of [[], [leafCertificate]]) {
      refuses(() => verifyCertificatePath(x5c, [...more, ...anchors], now), 'certificate_path');
    }
  }
});

const leaves: Record<string, [options: Partial<IntermediateOptions>, good: boolean]> = {
  'usage not restricted': [{}, true],
  digitalSignature: [{ usage: KeyUsageFlags.digitalSignature }, true],
  'digitalSignature among others': [{ usage: KeyUsageFlags.digitalSignature | KeyUsageFlags.keyAgreement }, true],
  'keyAgreement alone': [{ usage: KeyUsageFlags.keyAgreement }, false],
  'decipherOnly alone, in the second byte': [{ usage: KeyUsageFlags.decipherOnly }, false],
  'a signature over SHA-384': [{ hash: 'SHA-384' }, true],
  'a signature over SHA-1': [{ hash: 'SHA-1' }, false],
  'an unknown extension': [{ unknown: 'plain' }, true],
  'an unknown critical extension': [{ unknown: 'critical' }, false],
};

for (const [name, [options, good]] of Object.entries(leaves)) {
  test(`a leaf with ${name} is ${good ? 'accepted' : 'refused'}`, async () => {
    const rootKeys = generateKeyPair();
    const root = await createAuthority({ ...someone, keys: rootKeys, host: certificateHost('https://root.example') });
    const issuer = { certificate: root, keys: rootKeys };
    const made = await makeIntermediate({ ...validity, keys: generateKeyPair(), issuer, ca: false, ...options });
    const verify = () => verifyCertificatePath([x5cElement(made)], [new X509Certificate(root)], now);
    if (good) assert.ok(verify().publicKey.equals(made.publicKey));
    else refuses(verify, 'certificate_path');
  });
}

test('a leaf that an anchor made for its own key is self-signed', async () => {
  const keys = generateKeyPair();
  const root = await createAuthority({ ...someone, keys, host: certificateHost('https://root.example') });
  const subject = new PeculiarCertificate(root).subject;
  const made = await makeIntermediate({ ...validity, keys, issuer: { certificate: root, keys }, ca: false, subject });
  refuses(() => verifyCertificatePath([x5cElement(made)], [new X509Certificate(root)], now), 'certificate_path');
});

test('an expired anchor certifies nothing', async () => {
  const common = {
    notBefore: KEY_NOT_BEFORE,
    tenant: 'x',
    host: certificateHost('https://x.example'),
    random: systemRandom,
  };
  const keys = generateKeyPair();
  const old = await createAuthority({ ...common, notAfter: now, keys });
  const authority = { certificate: old, privateKey: keys.privateKey };
  const made = await createLeaf({ ...common, notAfter: KEY_NOT_AFTER, publicKey: keys.publicKey, authority });
  const element = x5cElement(new X509Certificate(made));
  verifyCertificatePath([element], [new X509Certificate(old)], now);
  refuses(() => verifyCertificatePath([element], [new X509Certificate(old)], now + 1), 'certificate_path');
});

test('a chain in DER is followed as the same chain in x5c, and both share their cache', async () => {
  const { x5c, anchors } = await pathUnder(0);
  const chain = x5c.map((element) => Buffer.from(element, 'base64'));
  const known = createKnownKeys();
  const found = verifyCertificateChain(chain, anchors, now, 'credential', known);
  assert.equal(verifyCertificatePath(x5c, anchors, now, 'credential', known), found);
  assert.notEqual(verifyCertificatePath(x5c, anchors, now), found);
  for (const [detail, refused] of [
    ['missing', []],
    ['too_long', Array.from({ length: 9 }, () => chain[0] ?? Buffer.alloc(0))],
    ['no_certificate', [Buffer.alloc(0)]],
    ['no_certificate', [Buffer.concat([...chain, Buffer.of(0)])]],
  ] as const) {
    assert.throws(
      () => verifyCertificateChain(refused, anchors, now),
      (error) => error instanceof CertificateError && error.facts.detail === detail,
    );
  }
});

test('the certificates that were followed are known, and not those behind a leaf that is trusted for its own key', async () => {
  const { x5c, anchors } = await pathUnder(1, undefined);
  const chain = x5c.map((element) => Buffer.from(element, 'base64'));
  const known = createKnownKeys();
  const path = verifiedCertificates(chain, anchors, now, 'credential', known);
  assert.deepEqual(path.map(x5cElement), x5c);
  assert.equal(path[0], verifyCertificateChain(chain, anchors, now, 'credential', known));
  const [own] = path;
  assert.ok(own !== undefined);
  const appended = [own.raw, foreignAnchor.raw];
  assert.deepEqual(verifiedCertificates(appended, [own], now).map(x5cElement), [x5cElement(own)]);
  assert.throws(() => verifiedCertificates(appended, anchors, now), CertificateError);
});

test('a leaf for TLS servers alone is no issuer, unless its own key is trusted', async () => {
  const common = { notBefore: KEY_NOT_BEFORE, notAfter: KEY_NOT_AFTER };
  const keys = generateKeyPair();
  const host = certificateHost('https://issuer.example');
  const certificate = await createAuthority({ ...common, keys, tenant: 'ca', host, random: systemRandom });
  const root = new X509Certificate(certificate);
  const make = (purposes: string[]): Promise<X509Certificate> =>
    makeIntermediate({ ...common, keys: generateKeyPair(), issuer: { certificate, keys }, ca: false, purposes });
  const server = await make(['1.3.6.1.5.5.7.3.1']);
  refuses(() => verifyCertificatePath([x5cElement(server)], [root], now), 'certificate_path');
  verifyCertificatePath([x5cElement(server)], [server], now);
  verifyCertificatePath([x5cElement(await make(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.36']))], [root], now);
});

for (const [name, { good, change }] of Object.entries(encodings)) {
  test(`extensions with ${name} are ${good ? 'read' : 'refused, in a leaf and in a CA'}`, async () => {
    const rootKeys = generateKeyPair();
    const host = certificateHost('https://root.example');
    const root = await createAuthority({ ...someone, keys: rootKeys, host, pathLength: 1 });
    const issuer = { certificate: root, keys: rootKeys };
    const keys = generateKeyPair();
    const between = await makeIntermediate({ ...validity, keys, issuer, subject: 'CN=between' });
    const of = { certificate: between.toString(), keys };
    const leaf = await makeIntermediate({ ...validity, keys: generateKeyPair(), issuer: of, ca: false });
    const paths = [
      [withExtensions(leaf, keys.privateKey, change), between],
      [leaf, withExtensions(between, rootKeys.privateKey, change)],
    ];
    for (const path of paths) {
      const verify = () => verifyCertificatePath(path.map(x5cElement), [new X509Certificate(root)], now);
      if (good) verify();
      else refuses(verify, 'certificate_path');
    }
  });
}
