/** Hostile presentations of mdocs: each is the valid one with one change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { newReports } from '@countersign/shared/http/reports';
import { type CborMap, type CborValue, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import fc from 'fast-check';
import { dcApiTranscript } from '../../src/mdoc/session-transcript.ts';
import { readVpToken, verifyResponse } from '../../src/presentation/verify-response.ts';
import type { PresentationReason } from '../../src/session/presentation-error.ts';
import { type Changes, changed, embedded, MDL, MDL_NAMESPACE, makeIssuer, map, member } from '../mdoc/made-mdoc.ts';
import { mdocContext, mdocIssuer, mdocOf, mdocQueryOf, mdocRequest, transcriptOf } from './mdocs.ts';
import { refuses, refusesWith } from './refuses.ts';

function verify(presentation: string): void {
  verifyResponse({
    ...mdocContext,
    presented: readVpToken({ vpToken: { mdl: [presentation] }, query: mdocQueryOf(), reports: newReports() }),
    transactionData: [],
    responseMode: 'direct_post.jwt',
  });
}

const stranger = generateKeyPair();
const foreign = await makeIssuer();
const jwk = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } as const;
const OTHER_TYPE = 'org.iso.23220.photoid.1';

const forRequest = (change: object): Changes => ({ transcript: transcriptOf({ ...mdocRequest, ...change }) });
const inDeviceSigned = (change: (deviceSigned: CborMap) => CborValue): Changes => ({ deviceSigned: change });
const inAuth = (entries: readonly (readonly [string, CborValue])[]): Changes =>
  inDeviceSigned((made) => changed(made, [['deviceAuth', changed(member(made, 'deviceAuth'), entries)]]));
const inItems = (change: (items: readonly CborValue[]) => CborValue): Changes => ({
  nameSpaces: (made) => changed(made, [[MDL_NAMESPACE, change(made.get(MDL_NAMESPACE) as readonly CborValue[])]]),
});
const inResponse = (entries: readonly (readonly [string, CborValue])[]): Changes => ({
  response: (made) => changed(made, entries),
});
const ofKey = (change: (key: CborMap) => CborMap): Changes => ({
  mso: (mso) => {
    const info = member(mso, 'deviceKeyInfo');
    return changed(mso, [['deviceKeyInfo', changed(info, [['deviceKey', change(member(info, 'deviceKey'))]])]]);
  },
});
const authorized = (nameSpaces: CborMap): Changes => ({
  deviceNameSpaces: nameSpaces,
  mso: (mso) => {
    const info = changed(member(mso, 'deviceKeyInfo'), [['keyAuthorizations', map([['nameSpaces', [MDL_NAMESPACE]]])]]);
    return changed(mso, [['deviceKeyInfo', info]]);
  },
});
const mac = [writeCbor(map([[1, 5]])), new Map(), null, Buffer.alloc(32)];
const chain = (value: CborValue): Changes => ({ unprotected: (header) => changed(header, [[33, value]]) });
const header = (...entries: [CborValue, CborValue][]): Changes => ({ header: new Map(entries as never) });
const validity = (entries: readonly (readonly [string, CborValue])[]): Changes => ({
  mso: (mso) => changed(mso, [['validityInfo', changed(member(mso, 'validityInfo'), entries)]]),
});
const given = (name: string) =>
  embedded(
    map([
      ['digestID', 1],
      ['random', Buffer.alloc(32, 2)],
      ['elementIdentifier', 'given_name'],
      ['elementValue', name],
    ]),
  );

const attacks: Record<string, readonly [Changes | string, ...PresentationReason[]]> = {
  'signed for another verifier': [forRequest({ clientId: 'x509_hash:other' }), 'kb_signature'],
  'signed for another nonce': [forRequest({ nonce: 'other' }), 'kb_signature'],
  'signed for another response URI': [forRequest({ responseUri: 'https://other.example/' }), 'kb_signature'],
  'signed for another encryption key': [forRequest({ encryptionKey: { jwk } }), 'kb_signature'],
  'signed for an interaction': [
    forRequest({ interaction: { dialect: 'ia', endpoint: mdocRequest.responseUri } }),
    'kb_signature',
  ],
  'signed for the browser': [
    {
      transcript: dcApiTranscript({
        origin: 'https://verifier.example',
        nonce: mdocRequest.nonce,
        jwkThumbprint: null,
      }),
    },
    'kb_signature',
  ],
  'replayed: what another verifier was signed is attached as payload': [
    {
      ...forRequest({ nonce: 'other' }),
      deviceSignature: ([protectedBytes, unprotected, , signature], authentication) => [
        protectedBytes,
        unprotected,
        authentication,
        signature,
      ],
    },
    'kb_signature',
  ],
  'signed by another device': [{ deviceSigner: stranger.privateKey }, 'kb_signature'],
  'signed by the issuer in place of the device': [{ deviceSigner: mdocIssuer.signerKey }, 'kb_signature'],
  'no deviceSigned': [{ document: (made) => changed(made, [['deviceSigned', undefined]]) }, 'kb_missing'],
  'no signature of the device': [inAuth([['deviceSignature', undefined]]), 'kb_missing'],
  'a MAC in place of the signature': [
    inAuth([
      ['deviceSignature', undefined],
      ['deviceMac', mac],
    ]),
    'kb_missing',
  ],
  'a MAC beside the signature': [inAuth([['deviceMac', mac]]), 'kb_missing'],
  'an element that was changed': [inItems(([first, , ...rest]) => [first, given('Max'), ...rest]), 'disclosure'],
  'an element that was added': [
    inItems((items) => [
      ...items,
      embedded(
        map([
          ['digestID', 99],
          ['random', Buffer.alloc(32)],
          ['elementIdentifier', 'x'],
          ['elementValue', 1],
        ]),
      ),
    ]),
    'disclosure',
  ],
  'an element in another namespace': [
    { nameSpaces: (made) => new Map([['other', made.get(MDL_NAMESPACE)]]) },
    'disclosure',
  ],
  'an element sent twice': [inItems((items) => [...items, items[0]]), 'disclosure'],
  'one identifier under two digests': [
    {
      item: (item) =>
        item.map(([name, value]) => (name === 'elementIdentifier' ? [name, 'given_name'] : [name, value])),
    },
    'disclosure',
  ],
  'a fifth member of an item': [{ item: (item) => [...item, ['more', 1]] }, 'disclosure'],
  'document and issuer name different types': [
    { document: (made) => changed(made, [['docType', OTHER_TYPE]]) },
    'type',
  ],
  'a type that was not asked for': [{ docType: OTHER_TYPE }, 'type'],
  'no document': [inResponse([['documents', []]]), 'presentation_format'],
  'two documents': [
    { response: (made) => changed(made, [['documents', [...(made.get('documents') as CborValue[]), new Map()]]]) },
    'presentation_format',
  ],
  'a status that is no success': [inResponse([['status', 10]]), 'presentation_format'],
  'errors of documents': [inResponse([['documentErrors', [map([[MDL, 0]])]]]), 'presentation_format'],
  'another version': [inResponse([['version', '2.0']]), 'presentation_format'],
  'an element of the device that the issuer did not allow': [
    { deviceNameSpaces: map([[MDL_NAMESPACE, map([['x', 1]])]]) },
    'disclosure',
  ],
  'an element of the device in place of one of the issuer': [
    authorized(map([[MDL_NAMESPACE, map([['given_name', 'Max']])]])),
    'disclosure',
  ],
  'no algorithm': [header(), 'issuer_header'],
  'the algorithm unprotected': [{ ...header(), unprotected: (made) => changed(made, [[1, -7]]) }, 'issuer_header'],
  HMAC: [header([1, 5]), 'issuer_header'],
  'the algorithm of another curve': [header([1, -35]), 'issuer_header'],
  'a critical header': [header([1, -7], [2, [33]]), 'issuer_header'],
  'zeros in place of the signature': [
    { issuerAuth: (made) => [...made.slice(0, 3), Buffer.alloc(64)] },
    'issuer_signature',
  ],
  'a DER signature': [
    { issuerAuth: (made) => [...made.slice(0, 3), Buffer.from('3006020101020101', 'hex')] },
    'issuer_signature',
    'issuer_header',
  ],
  'no certificates': [{ unprotected: () => new Map() }, 'issuer_trust'],
  'an empty list of certificates': [chain([]), 'issuer_trust'],
  'a text as certificate': [chain('x'), 'issuer_trust'],
  'a foreign certificate': [chain(foreign.signer.raw), 'issuer_trust'],
  'a protected chain': [
    {
      header: map([
        [1, -7],
        [33, mdocIssuer.signer.raw],
      ]),
      unprotected: () => new Map(),
    },
    'issuer_trust',
  ],
  'the anchor as signer': [chain([mdocIssuer.anchor.raw]), 'issuer_trust'],
  'the anchor in the chain after the signer': [chain([mdocIssuer.signer.raw, foreign.anchor.raw]), 'issuer_trust'],
  'a date without a tag': [validity([['validUntil', '2030-08-01T00:00:00Z']]), 'time'],
  'a date of nonsense': [validity([['validFrom', new Tagged(0, 'x')]]), 'time'],
  'an end in the past': [validity([['validUntil', new Tagged(0, '2030-03-01T00:00:00Z')]]), 'time'],
  'a begin in the future': [validity([['validFrom', new Tagged(0, '2030-07-01T00:00:00Z')]]), 'time'],
  'SHA-1': [{ mso: (mso) => changed(mso, [['digestAlgorithm', 'SHA-1']]) }, 'issuer_header'],
  'a private device key': [ofKey((key) => changed(key, [[-4, Buffer.alloc(32, 1)]])), 'kb_signature'],
  'a device key off the curve': [ofKey((key) => changed(key, [[-3, Buffer.alloc(32, 1)]])), 'kb_signature'],
  '200,000 nested arrays': [Buffer.alloc(200_000, 0x81).toString('base64url').slice(0, 262_144), 'presentation_format'],
  'a length of 2^32': [Buffer.from('5affffffff', 'hex').toString('base64url'), 'presentation_format'],
  'bytes behind the end': [
    Buffer.concat([Buffer.from(mdocOf(), 'base64url'), Buffer.of(0)]).toString('base64url'),
    'presentation_format',
  ],
  padding: [`${mdocOf()}=`, 'presentation_format'],
  'base64 of another alphabet': [`${mdocOf().slice(0, -1)}+`, 'presentation_format'],
  'more than 262,144 characters': ['A'.repeat(262_148), 'presentation_format'],
  'an empty text': ['', 'presentation_format'],
};

test('the presentation that the attacks change is accepted', () => verify(mdocOf()));

for (const [name, [attack, ...reasons]] of Object.entries(attacks)) {
  test(`refused: ${name}`, () => {
    refuses(() => verify(typeof attack === 'string' ? attack : mdocOf(attack)), ...reasons);
  });
}

test('an element of the device that the issuer allows is accepted, and never handed on in place of one of the issuer', () => {
  const allowed = mdocOf(authorized(map([[MDL_NAMESPACE, map([['location', 'here']])]])));
  const verified = verifyResponse({
    ...mdocContext,
    presented: readVpToken({ vpToken: { mdl: [allowed] }, query: mdocQueryOf(), reports: newReports() }),
    transactionData: [],
    responseMode: 'direct_post.jwt',
  });
  assert.deepEqual(verified.credentials[0]?.values, { [MDL_NAMESPACE]: { given_name: 'Erika' } });
  const asked = mdocQueryOf({ claims: [{ path: [MDL_NAMESPACE, 'location'] }] });
  const vpToken = { mdl: [allowed] };
  refuses(
    () =>
      verifyResponse({
        ...mdocContext,
        presented: readVpToken({ vpToken, query: asked, reports: newReports() }),
        transactionData: [],
        responseMode: 'direct_post.jwt',
      }),
    'claims',
  );
});

test('every changed byte is refused, or leaves what was presented as it was', () => {
  const good = Buffer.from(mdocOf(), 'base64url');
  const query = mdocQueryOf();
  const expected = { [MDL_NAMESPACE]: { given_name: 'Erika' } };
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
      const bytes = Buffer.from(good);
      bytes[at] = (bytes[at] as number) ^ difference;
      const vpToken = { mdl: [bytes.toString('base64url')] };
      try {
        const { credentials } = verifyResponse({
          ...mdocContext,
          presented: readVpToken({ vpToken, query, reports: newReports() }),
          transactionData: [],
          responseMode: 'direct_post.jwt',
        });
        assert.deepEqual(credentials[0]?.values, expected);
      } catch (error) {
        refuses(() => {
          throw error;
        });
      }
    }),
    { numRuns: 300 },
  );
});

test('a text that is too long, or no base64url, is refused before anything is read of it', () => {
  for (const [text, detail] of [
    ['A'.repeat(262_148), 'too_long'],
    [`${mdocOf()}=`, 'not_base64url'],
    [`${mdocOf()} `, 'not_base64url'],
  ] as const) {
    refusesWith(() => verify(text), 'presentation_format', { detail, credential: 'mdl' });
  }
});
