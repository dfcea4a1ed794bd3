import assert from 'node:assert/strict';
import { it } from 'node:test';
import { scanXml } from '../../src/xml-lists/scan.ts';
import { signatureShape } from '../../src/xml-lists/signature-shape.ts';
import { base64Of, makeSigner, reference, rooted, signatureOver } from './made-list.ts';
import { refusesAs } from './refused-list.ts';

const signer = await makeSigner('Signer');
const SHA256 = { digestMethod: 'http://www.w3.org/2001/04/xmlenc#sha256', digestHash: 'sha256' };
const keyInfo = reference(SHA256, { uri: '#key', content: '' });
const signature = signatureOver(rooted(''), signer);
const withKeyInfo = signatureOver(rooted(''), signer, { references: keyInfo }).replace(
  '<ds:KeyInfo>',
  '<ds:KeyInfo Id="key">',
);
const shapeOf = (text: string) => signatureShape(scanXml(Buffer.from(rooted(text))).signature);

it('covers the list and the properties', () => {
  const shape = shapeOf(signature);
  assert.equal(shape.method, 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256');
  assert.deepEqual(
    shape.references.map(({ uri }) => uri),
    ['', '#properties'],
  );
  assert.deepEqual([shape.list, shape.properties], [0, 1]);
  assert.equal(shape.certificate, base64Of(signer));
});

it('may cover KeyInfo, once', () => {
  assert.equal(shapeOf(withKeyInfo).references.length, 3);
  refusesAs('signature_shape', () => shapeOf(withKeyInfo.replace(keyInfo, keyInfo + keyInfo)));
});

it('may leave out the transform of the properties, as older lists do', () => {
  const position = signature.lastIndexOf('<ds:Transforms>');
  const end = signature.lastIndexOf('</ds:Transforms>') + '</ds:Transforms>'.length;
  const shape = shapeOf(signature.slice(0, position) + signature.slice(end));
  assert.deepEqual(shape.references[1]?.transforms, []);
});

const changes: readonly (readonly [name: string, from: string, to: string])[] = [
  ['another child', '<ds:Object>', '<ds:Object></ds:Object><ds:Object>'],
  ['another order', '<ds:SignatureValue>', '<ds:KeyInfo></ds:KeyInfo><ds:SignatureValue>'],
  ['another object', '</ds:Object>', '<x></x></ds:Object>'],
  ['no identifier of the properties', ' Id="properties"', ''],
  ['a reference without URI', ' URI=""', ''],
  ['a reference to the properties of no type', ' Type="http://uri.etsi.org/01903#SignedProperties"', ''],
  ['a reference to an identifier that nobody has', 'URI="#properties"', 'URI="#nobody"'],
  ['a digest method with parameters', 'sha256"></ds:DigestMethod>', 'sha256"><x></x></ds:DigestMethod>'],
  ['an empty digest', '<ds:DigestValue>', '<ds:DigestValue></ds:DigestValue><ds:DigestValue>'],
  [
    'a signature method with parameters',
    '</ds:SignatureMethod>',
    '<ds:HMACOutputLength>1</ds:HMACOutputLength></ds:SignatureMethod>',
  ],
  [
    'a key value only',
    /<ds:X509Certificate>.*<\/ds:X509Certificate>/.exec(signature)?.[0] ?? '',
    '<ds:KeyValue></ds:KeyValue>',
  ],
];
for (const [name, from, to] of changes) {
  it(`has not ${name}`, () => {
    assert.ok(from !== '' && signature.includes(from), from);
    refusesAs('signature_shape', () => shapeOf(signature.replace(from, to)));
  });
}
