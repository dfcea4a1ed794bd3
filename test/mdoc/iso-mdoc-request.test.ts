/** The request of protocol `org-iso-mdoc`, as @owf/mdoc reads and verifies it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { isoMdocTranscript } from '@countersign/verifier/mdoc/session-transcript';
import { encryptionInfo, isoMdocRequest } from '@countersign/verifier/query/iso-mdoc-request';
import {
  cborDecode,
  DeviceRequest,
  Holder,
  SessionTranscript,
  type SessionTranscriptEncodedStructure,
} from '@owf/mdoc';
import { owfContext } from './owf-library.ts';

const ORIGIN = 'https://shop.example';
const { d: _, ...recipientKey } = generateAgreementJwk();
const info = encryptionInfo({ nonce: randomBytes(16), recipientKey });
const elements = { given_name: false, age_over_18: true };
const asked = {
  docType: 'org.iso.18013.5.1.mDL',
  nameSpaces: new Map([['org.iso.18013.5.1', new Map(Object.entries(elements))]]),
};
const key = await makeSigningKey();
const made = await isoMdocRequest({ asked, encryptionInfo: info, reader: { origin: ORIGIN, key } });
const deviceRequest = Buffer.from(made.deviceRequest, 'base64url');

/** The library has no class for this handover. It puts any transcript's array at the standard place. */
class IsoMdocTranscript extends SessionTranscript {
  readonly #encoded: Uint8Array;

  constructor(encoded: Uint8Array) {
    super(undefined as never);
    this.#encoded = encoded;
  }

  override get encodedStructure(): SessionTranscriptEncodedStructure {
    return cborDecode(this.#encoded) as SessionTranscriptEncodedStructure;
  }
}

test('the library reads what is asked for', () => {
  const request = DeviceRequest.decode(deviceRequest);
  assert.equal(request.version, '1.0');
  assert.equal(request.docRequests.length, 1);
  const items = request.docRequests[0]?.itemsRequest;
  assert.equal(items?.docType, asked.docType);
  const entries = items?.namespaces.get('org.iso.18013.5.1')?.entries() ?? [];
  assert.deepEqual(Object.fromEntries(entries), elements);
});

test('the library accepts the reader authentication on the page of this origin alone', async () => {
  const verify = (origin: string) => {
    const sessionTranscript = new IsoMdocTranscript(isoMdocTranscript({ encryptionInfo: info, origin }));
    return Holder.verifyDeviceRequest({ deviceRequest, sessionTranscript }, owfContext);
  };
  await verify(ORIGIN);
  await assert.rejects(verify('https://phishing.example'));
});
