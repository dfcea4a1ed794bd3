/**
 * Properties of every response: an issued credential can be read, a changed one is refused, and no input does anything
 * else.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { type CborKey, type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import fc from 'fast-check';
import { type PresentedDocument, readDeviceResponse } from '../../src/mdoc/device-response.ts';
import { MdocError } from '../../src/mdoc/mdoc-error.ts';
import { verifyDeviceAuth, verifyIssuerAuth } from '../../src/mdoc/verify-document.ts';
import { MDL_NAMESPACE, makeIssuer, makeResponse, NOW, transcript } from './made-mdoc.ts';

const issuer = await makeIssuer();
const deviceKey = generateKeyPair();

function verify(bytes: Buffer): PresentedDocument {
  const document = readDeviceResponse(bytes);
  verifyIssuerAuth(document, { anchors: [issuer.anchor], now: NOW });
  verifyDeviceAuth(document, transcript);
  return document;
}

/** What a verifier hands on. */
const meaning = ({ docType, nameSpaces, mso }: PresentedDocument): string =>
  writeCbor([docType, nameSpaces, mso.deviceKey, mso.validityInfo, mso.status]).toString('hex');

/** Verifies any bytes. @returns undefined if they are refused */
function verified(bytes: Buffer): PresentedDocument | undefined {
  try {
    return verify(bytes);
  } catch (error) {
    assert.ok(error instanceof MdocError, String(error));
    return undefined;
  }
}

const text = fc.string({ unit: 'binary', maxLength: 20 });
const scalar: fc.Arbitrary<CborValue> = fc.oneof(
  text,
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
  fc.boolean(),
  fc.constant(null),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  text.map((value) => new Tagged(TAG.fullDate, value)),
);
const key: fc.Arbitrary<CborKey> = fc.oneof(text, fc.integer());
const { value } = fc.letrec<{ value: CborValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
  ),
}));
const nameSpaces = fc.dictionary(text, fc.dictionary(text, value, { minKeys: 1, maxKeys: 4, noNullPrototype: true }), {
  maxKeys: 3,
  noNullPrototype: true,
});

test('every element that is issued is presented as it was issued', () => {
  fc.assert(
    fc.property(nameSpaces, (elements) => {
      const read = verify(makeResponse(issuer, { elements, deviceKey })).nameSpaces;
      const issued = new Map(Object.entries(elements).map(([name, of]) => [name, new Map(Object.entries(of))]));
      assert.equal(writeCbor(read).toString('hex'), writeCbor(issued).toString('hex'));
    }),
    { numRuns: 60 },
  );
});

const good = makeResponse(issuer, { elements: { [MDL_NAMESPACE]: { family_name: 'Möbius' } }, deviceKey });
const expected = meaning(verify(good));

/** The response with one other byte. */
function withByte(at: number, byte: number): Buffer {
  const bytes = Buffer.from(good);
  bytes[at] = byte;
  return bytes;
}

test('every response with one other byte is refused, or means the same', () => {
  for (const [at, byte] of good.entries()) {
    // Another bit for each position: over the whole response, all of them.
    const document = verified(withByte(at, byte ^ (1 << (at % 8))));
    if (document !== undefined) assert.equal(meaning(document), expected, `byte ${at}`);
  }
});

test('the same with any other value of the byte', () => {
  fc.assert(
    fc.property(fc.nat({ max: good.length - 1 }), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      const document = verified(withByte(at, byte));
      if (document !== undefined) assert.equal(meaning(document), expected);
    }),
    { numRuns: 300 },
  );
});

test('a response that is cut, or longer, is refused', () => {
  for (let length = 0; length < good.length; length += 7) {
    assert.equal(verified(good.subarray(0, length)), undefined, `${length} bytes`);
  }
  for (const more of [0x00, 0xa0, 0xf6, 0xff])
    assert.equal(verified(Buffer.concat([good, Buffer.of(more)])), undefined);
});

test('bytes of any kind are refused as an mdoc, and nothing else is thrown', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      assert.equal(verified(Buffer.from(bytes)), undefined);
    }),
    { numRuns: 300 },
  );
});

test('values of any kind in the place of a member are refused, or mean the same, and nothing else is thrown', () => {
  const places: readonly ((of: CborValue) => Parameters<typeof makeResponse>[1])[] = [
    (of) => ({ response: (response) => new Map([...response, ['documents', of]]) }),
    (of) => ({ document: (document) => new Map([...document, ['issuerSigned', of]]) }),
    (of) => ({ document: (document) => new Map([...document, ['deviceSigned', of]]) }),
    (of) => ({ nameSpaces: () => of }),
    (of) => ({ issuerAuth: () => of }),
    (of) => ({ issuerAuth: (message) => message.with(1, of) }),
    (of) => ({ unprotected: () => new Map([[33, of]]) }),
    (of) => ({ payload: () => writeCbor(of) }),
    (of) => ({ mso: (mso) => new Map([...mso, ['valueDigests', of]]) }),
    (of) => ({ mso: (mso) => new Map([...mso, ['deviceKeyInfo', of]]) }),
    (of) => ({ mso: (mso) => new Map([...mso, ['validityInfo', of]]) }),
    (of) => ({ deviceSignature: () => of }),
    (of) => ({ deviceNameSpaces: of }),
  ];
  fc.assert(
    fc.property(value, fc.constantFrom(...places), (of, change) => {
      verified(makeResponse(issuer, { deviceKey, ...change(of) }));
    }),
    { numRuns: 300 },
  );
});
