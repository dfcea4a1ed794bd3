import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import {
  ANNEX_D_DEVICE_RESPONSE,
  ANNEX_D_IACA,
  ANNEX_D_SESSION_TRANSCRIPT_BYTES,
  ANNEX_D_TIME,
} from '@countersign/shared/test/mdoc/annex-d';
import { readDeviceResponse } from '../../src/mdoc/device-response.ts';
import { embeddedCbor } from '../../src/mdoc/embedded-cbor.ts';
import { verifyDeviceAuth, verifyIssuerAuth } from '../../src/mdoc/verify-document.ts';
import { MDL, MDL_NAMESPACE } from './made-mdoc.ts';
import { mdocRefusal } from './refuses.ts';

const document = readDeviceResponse(ANNEX_D_DEVICE_RESPONSE);
const sessionTranscript = embeddedCbor(readCbor(ANNEX_D_SESSION_TRANSCRIPT_BYTES))?.content ?? Buffer.alloc(0);

test('the example is read: six elements with the right digests, dates as they are', () => {
  assert.equal(document.docType, MDL);
  const elements = document.nameSpaces.get(MDL_NAMESPACE);
  assert.deepEqual(
    [...(elements?.keys() ?? [])],
    ['family_name', 'issue_date', 'expiry_date', 'document_number', 'portrait', 'driving_privileges'],
  );
  assert.equal(elements?.get('family_name'), 'Doe');
  const issueDate = elements?.get('issue_date');
  assert.ok(issueDate instanceof Tagged && issueDate.tag === TAG.fullDate);
  assert.equal(issueDate.value, '2019-10-20');
  const portrait = elements?.get('portrait');
  assert.ok(Buffer.isBuffer(portrait) && portrait.length === 1042);
});

test('its issuer is verified under its authority, while it is valid', () => {
  const anchors = [new X509Certificate(ANNEX_D_IACA)];
  assert.equal(verifyIssuerAuth(document, { anchors, now: ANNEX_D_TIME }).subject, 'CN=utopia ds\nC=US');
  mdocRefusal(() => verifyIssuerAuth(document, { anchors, now: Date.UTC(2021, 9, 1, 13, 30, 2) }), 'time');
});

test('a MAC is never enough for a request over the internet', () => {
  assert.deepEqual(mdocRefusal(() => verifyDeviceAuth(document, sessionTranscript), 'kb_missing').facts, {
    detail: 'mac',
  });
});
