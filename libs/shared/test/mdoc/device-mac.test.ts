import assert from 'node:assert/strict';
import { createHmac, diffieHellman, hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { sha256 } from '../../src/crypto/sha256.ts';
import type { CborMap, CborValue } from '../../src/mdoc/cbor-value.ts';
import { verifyDeviceMac } from '../../src/mdoc/device-mac.ts';
import { readDeviceResponse } from '../../src/mdoc/device-response.ts';
import { deviceAuthentication } from '../../src/mdoc/verify-document.ts';
import { writeCbor } from '../../src/mdoc/write-cbor.ts';
import { changed, embedded, MDL, makeIssuer, makeResponse, map, transcript } from './made-mdoc.ts';
import { coseRefusal } from './refuses.ts';

const issuer = await makeIssuer();
const deviceKey = generateKeyPair();
const reader = generateKeyPair();
const session = { readerKey: reader.privateKey, sessionTranscript: transcript };
const header = writeCbor(new Map([[1, 5]]));

/** A response whose device makes a MAC as annex D does. */
function withMac(change: (mac: readonly CborValue[]) => CborValue = (mac) => mac): Buffer {
  const deviceSigned = (signed: CborMap): CborMap => {
    const nameSpaces = writeCbor(signed.get('nameSpaces'));
    const secret = diffieHellman({ privateKey: deviceKey.privateKey, publicKey: reader.publicKey });
    const salt = sha256(Buffer.concat([Buffer.of(0xd8, 0x18, 0x58, transcript.length), transcript]));
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'EMacKey', 32));
    const content = deviceAuthentication(MDL, nameSpaces, transcript);
    const tag = createHmac('sha256', key)
      .update(writeCbor(['MAC0', header, Buffer.alloc(0), content]))
      .digest();
    const deviceMac = change([header, new Map(), null, tag]);
    return changed(signed, [['deviceAuth', map([['deviceMac', deviceMac]])]]);
  };
  return makeResponse(issuer, { deviceKey, deviceSigned });
}

const verify = (response: Buffer, by = session): boolean => verifyDeviceMac(readDeviceResponse(response), by);

test('a MAC counts for its session and its reader', () => {
  assert.ok(transcript.length > 23 && transcript.length < 256);
  assert.ok(verify(withMac()));
  assert.ok(!verify(withMac(), { ...session, readerKey: generateKeyPair().privateKey }));
  assert.ok(!verify(withMac(), { ...session, sessionTranscript: writeCbor([null, null, 'other']) }));
});

test('another tag, a short one, and an attached payload are refused', () => {
  for (const change of [
    (mac: readonly CborValue[]) => mac.with(3, Buffer.alloc(32)),
    (mac: readonly CborValue[]) => mac.with(3, (mac[3] as Buffer).subarray(0, 16)),
    (mac: readonly CborValue[]) => mac.with(2, writeCbor(embedded([]))),
  ]) {
    assert.ok(!verify(withMac(change)));
  }
});

test('without a MAC nothing is authenticated', () => {
  assert.ok(!verify(makeResponse(issuer)));
  assert.ok(!verify(makeResponse(issuer, { deviceSigned: () => undefined })));
});

test('a MAC that can not be read is refused', () => {
  coseRefusal(() => verify(withMac(() => [])), 'structure');
});
