/** Attacks on the signature of a list, and on its reader. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openList } from '../../src/xml-lists/open-list.ts';
import { listContent, provider, service } from './list-content.ts';
import {
  base64Of,
  makeSigner,
  reference,
  rooted,
  signatureOver,
  signedList,
  TRANSFORMS,
  transform,
} from './made-list.ts';
import { refusesAs } from './refused-list.ts';

const signer = await makeSigner('Signer');
const other = await makeSigner('Other signer');
const authorized = [base64Of(signer)];
const content = listContent({ providers: provider([service({ certificates: [base64Of(other)] })]) });
const signature = signatureOver(rooted(content), signer);
const good = rooted(content + signature);
/** The same with other identifiers. */
const second = signature.replaceAll('signature"', 'signature2"').replaceAll('properties"', 'properties2"');

const open = (file: string | Buffer) => openList(Buffer.from(file), authorized);
const replaced = (from: string, to: string): string => {
  assert.ok(good.includes(from), from);
  return good.replace(from, to);
};

/** Changes of a file after it was signed. */
const tampered: readonly (readonly [
  name: string,
  file: () => string | Buffer,
  problem: Parameters<typeof refusesAs>[0],
])[] = [
  ['a document type declaration', () => `<!DOCTYPE TrustServiceStatusList>${good}`, 'doctype'],
  ['a document type with an entity', () => `<!DOCTYPE x [<!ENTITY a "12">]>${replaced('>12<', '>&a;<')}`, 'doctype'],
  ['a document type elsewhere', () => `<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">${good}`, 'doctype'],
  ['a billion laughs', () => `<!DOCTYPE x [${laughs()}]>${replaced('>12<', '>&l9;<')}`, 'doctype'],
  ['an entity that nobody declared', () => replaced('>12<', '>&a;<'), 'not_well_formed'],
  [
    'an included file',
    () =>
      replaced(
        '<NextUpdate>',
        '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/><NextUpdate>',
      ),
    'xinclude',
  ],
  [
    'a processing instruction',
    () => replaced('<NextUpdate>', '<?xml-stylesheet href="x"?><NextUpdate>'),
    'processing_instruction',
  ],
  ['UTF-16', () => Buffer.from(good, 'utf16le'), 'not_well_formed'],
  ['another declared encoding', () => `<?xml version="1.0" encoding="ISO-8859-1"?>${good}`, 'encoding'],
  ['bytes that are not UTF-8', () => Buffer.concat([Buffer.from(good), Buffer.from([0xff])]), 'encoding'],
  [
    'a second signature before',
    () => replaced('<SchemeInformation>', `${second}<SchemeInformation>`),
    'signature_shape',
  ],
  [
    'a second signature behind',
    () => replaced('</TrustServiceStatusList>', `${second}</TrustServiceStatusList>`),
    'signature_shape',
  ],
  [
    'a signature deeper',
    () => good.replace(signature, '').replace('<NextUpdate>', `${signature}<NextUpdate>`),
    'signature_shape',
  ],
  ['a signature in an extension of another', () => replaced('<ds:Object>', `<ds:Object>${second}`), 'signature_shape'],
  [
    'a second signature in an extension of the scheme',
    () =>
      replaced(
        '<NextUpdate>',
        `<SchemeExtensions><Extension Critical="false">${second}</Extension></SchemeExtensions><NextUpdate>`,
      ),
    'signature_shape',
  ],
  [
    'other content in front, and the signed list, to which the reference points, in an object',
    () => {
      const byId = signatureOver(rooted(content), signer, { uri: '#list' });
      const inner = byId.replace('</ds:Object>', `</ds:Object><ds:Object>${rooted(content)}</ds:Object>`);
      return rooted(content.replace('>12<', '>13<') + inner, 'Id="outer"');
    },
    'signature_shape',
  ],
  [
    'a comment that hides another digest',
    () => replaced('<ds:DigestValue>', '<ds:DigestValue><!--AAAA-->'),
    'signature_shape',
  ],
  ['no signature', () => good.replace(signature, ''), 'signature_missing'],
  ['the signed root below another root', () => rooted(good, 'Id="outer"'), 'signature_shape'],
  [
    'other content in front, and the signed list in an object',
    () =>
      `${rooted(content, 'Id="outer"').replace('</TrustServiceStatusList>', '')}${signature.replace('</ds:Object>', `${rooted(content)}</ds:Object>`)}</TrustServiceStatusList>`,
    'signature_shape',
  ],
  ['one character more', () => replaced('>12<', '>13<'), 'signature_invalid'],
  ['an identifier twice', () => replaced('<NextUpdate>', '<NextUpdate Id="properties">'), 'duplicate_id'],
  [
    'an identifier twice, spelled another way',
    () => replaced('<NextUpdate>', '<NextUpdate ID="list">'),
    'duplicate_id',
  ],
  [
    'two SignedInfo',
    () => replaced('</ds:SignedInfo>', `</ds:SignedInfo>${/<ds:SignedInfo.*?<\/ds:SignedInfo>/.exec(good)?.[0]}`),
    'signature_shape',
  ],
  ['a comment in a digest', () => replaced('</ds:DigestValue>', '<!-- x --></ds:DigestValue>'), 'signature_shape'],
  ['an empty signature', () => good.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'), 'signature_shape'],
  [
    'a value of zeros',
    () => good.replace(/<ds:SignatureValue>[^<]*/, `<ds:SignatureValue>${'A'.repeat(86)}==`),
    'signature_invalid',
  ],
  ['a cut end', () => good.slice(0, -5), 'not_well_formed'],
];

function laughs(): string {
  const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);
  return `<!ENTITY l0 "ha">${levels.join('')}`;
}

/** Signatures that are valid as XML signatures and still have another form. */
const forms: readonly (readonly [
  name: string,
  change: Parameters<typeof signedList>[2],
  problem: Parameters<typeof refusesAs>[0],
])[] = [
  [
    'a signer who is not authorized',
    { certificates: [base64Of(other)], privateKey: other.key.privateKey },
    'signer_not_authorized',
  ],
  [
    'an authorized certificate in front of the real one',
    { certificates: [base64Of(signer), base64Of(other)], privateKey: other.key.privateKey },
    'signature_shape',
  ],
  ['the key of another signer', { privateKey: other.key.privateKey }, 'signature_invalid'],
  ['no certificate', { certificates: [] }, 'signature_shape'],
  [
    'no transform of the enveloped signature',
    { transforms: transform('http://www.w3.org/2001/10/xml-exc-c14n#') },
    'signature_shape',
  ],
  [
    'transforms in the other order',
    {
      transforms:
        transform('http://www.w3.org/2001/10/xml-exc-c14n#') +
        transform('http://www.w3.org/2000/09/xmldsig#enveloped-signature'),
    },
    'signature_shape',
  ],
  [
    'a transform that leaves out a provider',
    { transforms: TRANSFORMS + transform('http://www.w3.org/TR/1999/REC-xpath-19991116') },
    'signature_shape',
  ],
  [
    'a transform with parameters',
    { transforms: TRANSFORMS.replace('></ds:Transform>', '><ds:XPath>1</ds:XPath></ds:Transform>') },
    'signature_shape',
  ],
  ['a reference to the root by its identifier', { uri: '#list' }, 'signature_shape'],
  [
    'a canonical form with comments',
    { canonicalization: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' },
    'signature_algorithm',
  ],
  [
    'digests by SHA-1',
    { digestMethod: 'http://www.w3.org/2000/09/xmldsig#sha1', digestHash: 'sha1' },
    'signature_algorithm',
  ],
  ['a signature by RSA with SHA-1', { method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }, 'signature_algorithm'],
  ['a MAC', { method: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1' }, 'signature_algorithm'],
  [
    'a method for keys of another kind',
    { method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' },
    'signature_key',
  ],
  ['properties of another signature', { target: '#another' }, 'signature_shape'],
  [
    'properties about another certificate',
    { certificateDigest: { method: 'http://www.w3.org/2001/04/xmlenc#sha256', value: 'AAAA' } },
    'signing_certificate_reference',
  ],
  [
    'a reference to an object',
    {
      references: reference(
        { digestMethod: 'http://www.w3.org/2001/04/xmlenc#sha256', digestHash: 'sha256' },
        { uri: '#object', content: '' },
      ),
    },
    'signature_shape',
  ],
  [
    'a manifest',
    {
      references: reference(
        { digestMethod: 'http://www.w3.org/2001/04/xmlenc#sha256', digestHash: 'sha256' },
        { uri: '#manifest', content: '', type: 'http://www.w3.org/2000/09/xmldsig#Manifest' },
      ),
    },
    'signature_shape',
  ],
];

describe('a list is refused with', () => {
  for (const [name, file, problem] of tampered) it(name, () => refusesAs(problem, () => open(file())));
  for (const [name, change, problem] of forms)
    it(name, () => refusesAs(problem, () => open(signedList(content, signer, change))));
});
