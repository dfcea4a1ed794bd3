import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { newWalletKey } from '../../src/jwt/keys.ts';
import { type Cbor, decodeCbor, encodeCbor } from '../../src/mdoc/cbor.ts';
import { sign1Of, verifySign1 } from '../../src/mdoc/cose.ts';
import { deviceAuthentication, deviceResponse, deviceResponseText } from '../../src/mdoc/device-response.ts';
import { issuerSignedToCbor, mapOf, readIssuerSigned } from '../../src/mdoc/issuer-signed.ts';
import { MDL, madeMdl } from './made-mdl.ts';

const { credential, key } = madeMdl();
const parts = {
  docType: MDL,
  issuerSigned: readIssuerSigned(credential),
  sign: key,
  deviceNameSpaces: new Map(),
  transcript: [null, null, ['handover']] as Cbor,
};

test('one document, with status 0, and what the issuer signed as it was', () => {
  const response = mapOf(decodeCbor(Buffer.from(deviceResponseText(deviceResponse(parts)), 'base64url')), 'response');
  assert.deepEqual([...response.keys()], ['version', 'documents', 'status']);
  assert.deepEqual([response.get('version'), response.get('status')], ['1.0', 0]);
  const [document, ...others] = response.get('documents') as readonly Cbor[];
  assert.equal(others.length, 0);
  const { docType, issuerSigned } = Object.fromEntries(mapOf(document, 'document'));
  assert.equal(docType, MDL);
  assert.deepEqual(encodeCbor(issuerSigned as Cbor), encodeCbor(issuerSignedToCbor(parts.issuerSigned)));
});

test('the device signs transcript, type and its own elements, detached', () => {
  const [document] = deviceResponse(parts).get('documents') as readonly Cbor[];
  const device = mapOf(mapOf(document, 'document').get('deviceSigned'), 'deviceSigned');
  assert.equal(encodeCbor(device.get('nameSpaces')).toString('hex'), 'd81841a0');
  const signature = sign1Of(mapOf(device.get('deviceAuth'), 'deviceAuth').get('deviceSignature'));
  assert.equal(signature.payload, null);
  const publicKey = createPublicKey(key.privateKey);
  assert.ok(verifySign1(signature, publicKey, deviceAuthentication(parts)));
  for (const other of [
    { ...parts, docType: 'org.example' },
    { ...parts, transcript: null },
    { ...parts, deviceNameSpaces: new Map([['org.example', new Map()]]) },
  ]) {
    assert.ok(!verifySign1(signature, publicKey, deviceAuthentication(other)));
  }
  assert.ok(!verifySign1(signature, createPublicKey(newWalletKey().privateKey), deviceAuthentication(parts)));
});
