import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import type { Json } from '@countersign/shared/kernel/json';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { sealHpke } from '../../src/crypto/hpke.ts';
import { isoMdocTranscript } from '../../src/mdoc/session-transcript.ts';
import { openIsoMdocResponse, parseIsoMdocResponse } from '../../src/presentation/iso-mdoc-response.ts';
import { encryptionInfo } from '../../src/query/iso-mdoc-request.ts';
import { PresentationError, type PresentationReason } from '../../src/session/presentation-error.ts';

const ORIGIN = 'https://shop.example';
const OTHER_ORIGIN = 'https://www.shop.example';
const DEVICE_RESPONSE = writeCbor(
  new Map<string, CborValue>([
    ['version', '1.0'],
    ['status', 0],
  ]),
);

const privateKey = generateAgreementJwk();
const { d: _, ...recipientKey } = privateKey;
const info = encryptionInfo({ nonce: Buffer.alloc(16, 1), recipientKey });

interface Sealing {
  readonly origin?: string;
  readonly encryption?: string;
  readonly recipient?: typeof recipientKey;
}

function sealed({ origin = ORIGIN, encryption = info, recipient = recipientKey }: Sealing = {}) {
  const transcript = isoMdocTranscript({ encryptionInfo: encryption, origin });
  return sealHpke({ recipient, info: transcript, plaintext: DEVICE_RESPONSE });
}

function dataOf({ enc, ciphertext }: { enc: CborValue; ciphertext: CborValue }): Json {
  const parts = new Map([
    ['enc', enc],
    ['cipherText', ciphertext],
  ]);
  return { response: writeCbor(['dcapi', parts]).toString('base64url') };
}

function opened(data: Json, origins: readonly string[] = [ORIGIN]) {
  return openIsoMdocResponse({ message: parseIsoMdocResponse(data), privateKey, encryptionInfo: info, origins });
}

test('opens to the DeviceResponse, and says which transcript its device signature must cover', () => {
  const { deviceResponse, sessionTranscript } = opened(dataOf(sealed()));
  assert.equal(deviceResponse, DEVICE_RESPONSE.toString('base64url'));
  assert.deepEqual(sessionTranscript, isoMdocTranscript({ encryptionInfo: info, origin: ORIGIN }));
});

test('with several origins the answer says by its encryption from which one it comes', () => {
  for (const origin of [ORIGIN, OTHER_ORIGIN]) {
    const { sessionTranscript } = opened(dataOf(sealed({ origin })), [ORIGIN, OTHER_ORIGIN]);
    assert.deepEqual(sessionTranscript, isoMdocTranscript({ encryptionInfo: info, origin }));
  }
});

test('an answer for another origin, request or key does not open', () => {
  const { d: _d, ...foreign } = generateAgreementJwk();
  const other = encryptionInfo({ nonce: Buffer.alloc(16, 2), recipientKey });
  for (const sealing of [
    { origin: 'https://phishing.example' },
    { origin: `${ORIGIN}/` },
    { encryption: other },
    { recipient: foreign },
  ]) {
    refuses('iso_mdoc_decrypt', () => opened(dataOf(sealed(sealing))));
  }
  refuses('iso_mdoc_decrypt', () => opened(dataOf(sealed({ origin: OTHER_ORIGIN }))));
  refuses('iso_mdoc_decrypt', () => opened(dataOf(sealed()), []));
});

test('a changed answer does not open', () => {
  const { enc, ciphertext } = sealed();
  const changed = Buffer.from(ciphertext);
  changed[0] = (changed[0] ?? 0) ^ 1;
  refuses('iso_mdoc_decrypt', () => opened(dataOf({ enc, ciphertext: changed })));
  refuses('iso_mdoc_decrypt', () => opened(dataOf({ enc, ciphertext: ciphertext.subarray(0, 8) })));
  refuses('iso_mdoc_decrypt', () => opened(dataOf({ enc: sealed().enc, ciphertext })));
});

test('an encapsulated key that is no point of the curve is another form', () => {
  const { ciphertext } = sealed();
  for (const enc of [Buffer.alloc(0), Buffer.alloc(65), Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)])]) {
    refuses('iso_mdoc_response', () => opened(dataOf({ enc, ciphertext })));
  }
});

test('data is an object with base64url text', () => {
  const { response } = dataOf(sealed()) as { response: string };
  for (const data of [undefined, null, 7, response, [response], {}, { Response: response }, { response: 7 }]) {
    refuses('iso_mdoc_response', () => parseIsoMdocResponse(data));
  }
  for (const text of [`${response}=`, `${response} `, response.replace(/[\w]/, '+'), '*']) {
    refuses('iso_mdoc_response', () => parseIsoMdocResponse({ response: text }));
  }
  assert.ok(parseIsoMdocResponse({ response, more: true }));
});

test('the CBOR is the array of "dcapi" and a map of two byte strings, and nothing behind it', () => {
  const { enc, ciphertext } = sealed();
  const right = new Map<string, CborValue>([
    ['enc', enc],
    ['cipherText', ciphertext],
  ]);
  const wrong: readonly CborValue[] = [
    right,
    ['dcapi'],
    ['dcapi', right, right],
    ['DCAPI', right],
    ['dcapi', [enc, ciphertext]],
    ['dcapi', new Map([['enc', enc]])],
    ['dcapi', new Map([['cipherText', ciphertext]])],
    ['dcapi', new Map(right).set('enc', enc.toString('base64url'))],
    ['dcapi', new Map(right).set('cipherText', null)],
    ['dcapi', null],
    'dcapi',
    undefined,
  ];
  for (const value of wrong) {
    const response = writeCbor(value).toString('base64url');
    refuses('iso_mdoc_response', () => parseIsoMdocResponse({ response }));
  }
  const trailing = Buffer.concat([writeCbor(['dcapi', right]), Buffer.of(0)]).toString('base64url');
  refuses('iso_mdoc_response', () => parseIsoMdocResponse({ response: trailing }));
  refuses('iso_mdoc_response', () => parseIsoMdocResponse({ response: '' }));
});

test('nested arrays, and a length that is declared alone, are refused at once', () => {
  for (const bytes of [
    Buffer.alloc(200_000, 0x81),
    Buffer.from('5affffffff', 'hex'),
    Buffer.from('9affffffff', 'hex'),
  ]) {
    refuses('iso_mdoc_response', () => parseIsoMdocResponse({ response: bytes.toString('base64url') }));
  }
});

function refuses(reason: PresentationReason, call: () => unknown): void {
  assert.throws(call, (error) => error instanceof PresentationError && error.reason === reason);
}
