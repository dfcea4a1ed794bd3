/** Facts about a refused presentation: its format, and the certificate of its issuer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJwt } from '@countersign/shared/crypto/jwt';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import {
  certificatesOf,
  formatFacts,
  mdocFormatFacts,
  refusedSignerFacts,
  signerFacts,
} from '../../src/session/presentation-facts.ts';
import { mdocOf } from '../presentation/mdocs.ts';
import { anchor, issuer, issuerHeader, jwtOf, payload, presentationOf } from '../presentation/presentations.ts';

const jwtWith = (header: object) =>
  parseJwt(jwtOf({ ...issuerHeader, ...header }, payload, issuer.privateKey), { maxLength: 100_000 });

test('the format that came is named, where it is another one', () => {
  assert.deepEqual(formatFacts(presentationOf()), {});
  const [jwt = ''] = presentationOf().split('~');
  const mdoc = Buffer.concat([Buffer.of(0xa3, 0x67), Buffer.from('version')]).toString('base64url');
  for (const [text, received] of [
    [jwt, 'jwt'],
    ['{"@context":[]}', 'JSON'],
    [mdoc, 'mso_mdoc'],
  ] as const) {
    assert.deepEqual(formatFacts(text), { expected: 'dc+sd-jwt', received });
  }
  assert.deepEqual(formatFacts('anything else'), {});
});

test('the issuer is named by subject and fingerprint, with the folder that would trust it', () => {
  const [leaf] = certificatesOf([...issuer.x5c]);
  assert.ok(leaf !== undefined);
  const place = 'CONFIG_FOLDER/trust/issuers';
  assert.deepEqual(signerFacts(jwtWith({}), place), { ...certificateFacts(leaf), place });
  assert.match(certificateFacts(leaf).sha256, /^[0-9a-f]{64}$/);
  assert.notEqual(certificateFacts(leaf).sha256, certificateFacts(anchor).sha256);
  for (const x5c of [undefined, 'x', [], ['AAAA'], [7]]) {
    assert.deepEqual(signerFacts(jwtWith({ x5c }), place), { place }, JSON.stringify(x5c));
  }
});

test('a refused path names its certificate itself; the signature is about the leaf; other refusals are about none', () => {
  assert.deepEqual(refusedSignerFacts('certificate_path', jwtWith({}), 'folder'), { place: 'folder' });
  assert.deepEqual(refusedSignerFacts('certificate_path', jwtWith({}), undefined), {});
  for (const reason of ['signature', 'key'] as const) {
    assert.equal(typeof refusedSignerFacts(reason, jwtWith({}), undefined).subject, 'string');
  }
  assert.deepEqual(refusedSignerFacts('expired', jwtWith({}), 'folder'), {});
});

test('the format that came in place of an mdoc is named', () => {
  assert.deepEqual(mdocFormatFacts(mdocOf()), {});
  assert.deepEqual(mdocFormatFacts('anything else'), {});
  const [jwt = ''] = presentationOf().split('~');
  for (const [text, received] of [
    [presentationOf(), 'dc+sd-jwt'],
    [jwt, 'jwt'],
    ['{}', 'JSON'],
  ] as const) {
    assert.deepEqual(mdocFormatFacts(text), { expected: 'mso_mdoc', received });
  }
});
