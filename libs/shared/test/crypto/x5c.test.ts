import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { CertificateError } from '../../src/crypto/certificate-error.ts';
import { checkAnchorNotSent, verifyCertificatePath } from '../../src/crypto/x5c.ts';
import { certificateFacts, x5cElement } from '../../src/crypto/x509.ts';
import type { Json } from '../../src/kernel/json.ts';
import { refusal } from './refuses.ts';
import { KEY_NOT_BEFORE, makeSigningKey } from './signing-key.ts';

const now = KEY_NOT_BEFORE + 1000;
const key = await makeSigningKey();
const foreign = await makeSigningKey();
const anchor = new X509Certificate(key.anchor);
const foreignAnchor = new X509Certificate(foreign.anchor);
const [leaf = ''] = key.x5c;

test('an anchor that is sent along is refused where that is asked for, by name', () => {
  const { facts } = refusal(
    () => checkAnchorNotSent([leaf, x5cElement(anchor)], [foreignAnchor, anchor]),
    'certificate_path',
  );
  assert.deepEqual(facts, { detail: 'anchor_in_chain', ...certificateFacts(anchor) });
  checkAnchorNotSent([leaf, x5cElement(anchor)], [foreignAnchor]);
  for (const x5c of [[leaf], [], undefined, leaf]) checkAnchorNotSent(x5c, [anchor]);
});

const refusedPaths: readonly [
  detail: string,
  x5c: Json | undefined,
  anchors: readonly X509Certificate[],
  at: number,
][] = [
  ['missing', undefined, [anchor], now],
  ['missing', [], [anchor], now],
  ['too_long', Array.from({ length: 9 }, () => leaf), [anchor], now],
  ['no_certificate', ['AAAA'], [anchor], now],
];
for (const [detail, x5c, anchors, at] of refusedPaths) {
  test(`a chain is refused as ${detail}, without a certificate: ${JSON.stringify(x5c)?.slice(0, 20)}`, () => {
    const { facts } = refusal(() => verifyCertificatePath(x5c, anchors, at), 'certificate_path');
    assert.deepEqual(facts, { detail });
  });
}

test('a chain that leads to no anchor is a fault of the JWT, with the facts of the fault', () => {
  const error = refusal(() => verifyCertificatePath([leaf], [foreignAnchor], now), 'certificate_path');
  assert.ok(error.cause instanceof CertificateError);
  assert.deepEqual(error.facts, error.cause.facts);
});
