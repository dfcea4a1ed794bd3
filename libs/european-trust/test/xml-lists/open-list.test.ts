import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { LIST_RULES, openList } from '../../src/xml-lists/open-list.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { USAGE } from '../registration/made-certificates.ts';
import { listContent, provider, service } from './list-content.ts';
import { base64Of, makeSigner, rooted, signatureOver, signedList } from './made-list.ts';
import { refusesAs } from './refused-list.ts';

const signer = await makeSigner('Signer');
const authorized = [base64Of(signer)];
const anchor = base64Of(await makeSigner('Service'));
const content = listContent({ providers: provider([service({ certificates: [anchor] })]) });
const signature = signatureOver(rooted(content), signer);
const good = rooted(content + signature);

const open = (file: string | Buffer, rules = LIST_RULES) => openList(Buffer.from(file), authorized, rules);
const replaced = (from: string, to: string): string => {
  assert.ok(good.includes(from), from);
  return good.replace(from, to);
};

describe('a list with a valid signature', () => {
  it('is read', () => {
    const { list, signer: by, warnings, sha256 } = open(good);
    assert.equal(list.entries[0]?.certificates[0], anchor);
    assert.equal(by, authorized[0]);
    assert.deepEqual(warnings, ['signer_purpose']);
    assert.equal(sha256, createHash('sha256').update(good).digest('hex'));
  });

  it('may have a byte order mark, blanks and a declaration in front', () => {
    for (const before of ['\uFEFF', '\n \n', '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n']) open(before + good);
  });

  it('means the same with comments, and with CDATA instead of text', () => {
    const { list } = open(good);
    const anchorStart = anchor.slice(0, 9);
    const changes: readonly (readonly [string, string])[] = [
      ['<TSLSequenceNumber>12<', '<TSLSequenceNumber>1<!-- 3 -->2<'],
      ['/EUgeneric', '/EU<!-- x -->generic'],
      ['https://lists.example/about', 'https://lists<!-- x -->.example/about'],
      [anchorStart, `${anchorStart.slice(0, 4)}<!-- x -->${anchorStart.slice(4)}`],
      ['Svcstatus/granted', 'Svcstatus/<!-- withdrawn -->granted'],
      ['<TSLSequenceNumber>12<', '<TSLSequenceNumber><![CDATA[12]]><'],
    ];
    for (const [from, to] of changes) assert.deepEqual(open(replaced(from, to)).list, list, to);
  });

  it('may use ECDSA on P-384 and P-521, and SHA-384 and SHA-512', async () => {
    const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
    for (const [curve, hash, digestMethod] of [
      ['P-384', 'sha384', `${MORE}sha384`],
      ['P-521', 'sha512', 'http://www.w3.org/2001/04/xmlenc#sha512'],
    ] as const) {
      const long = await makeSigner(curve, { key: keyOf(curve, curve) });
      const file = signedList(content, long, { method: `${MORE}ecdsa-${hash}`, hash, digestMethod, digestHash: hash });
      assert.equal(openList(file, [base64Of(long)]).signer, base64Of(long));
    }
  });

  it('may name the signing certificate by SHA-1, as it is authorized by its bytes', () => {
    const value = createHash('sha1').update(signer.certificate.raw).digest('base64');
    const certificateDigest = { method: 'http://www.w3.org/2000/09/xmldsig#sha1', value };
    open(signedList(content, signer, { certificateDigest }));
  });

  it('of the European Union of May 2026 is read', () => {
    const file = gunzipSync(
      readFileSync(new URL('../../../test/xml-lists/samples/eu-lotl-388.xml.gz', import.meta.url)),
    );
    const { list, warnings } = openList(file, 'itself');
    assert.equal(list.type, 'list of lists');
    assert.equal(list.sequenceNumber, 388);
    assert.equal(new Set(list.pointers.map(({ territory }) => territory)).size, 32);
    assert.deepEqual(warnings, ['signer_purpose', 'signer_name']);
  });
});

describe('a list is refused with', () => {
  it('a certificate that signs other certificates, or is not for signatures', async () => {
    for (const usage of [USAGE.keyCertSign | USAGE.nonRepudiation, USAGE.keyAgreement]) {
      const wrong = await makeSigner(`Usage ${usage}`, { usage });
      refusesAs('signer_certificate', () => openList(signedList(content, wrong), [base64Of(wrong)]));
    }
  });

  it('an RSA key of 1024 bits', async () => {
    const key = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const weak = await makeSigner('Weak', { key });
    const file = signedList(content, weak, { method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' });
    refusesAs('signature_key', () => openList(file, [base64Of(weak)]));
    assert.equal(openList(file, [base64Of(weak)], { ...LIST_RULES, leastRsaBits: 1024 }).signer, base64Of(weak));
  });

  it('a signer of another name, if names are strict', async () => {
    const strict = { ...LIST_RULES, strictSignerName: true };
    assert.equal(open(good, strict).list.territory, 'DE');
    const abroad = signedList(listContent({ territory: 'FR' }), signer);
    assert.deepEqual(open(abroad).warnings, ['signer_purpose', 'signer_name']);
    refusesAs('signer_name', () => open(abroad, strict));
  });
});
