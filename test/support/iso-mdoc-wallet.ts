/** A wallet for requests with protocol `org-iso-mdoc` (ISO/IEC 18013-7, annex C), such as Safari's. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { type CborMap, type CborValue, isCborMap, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCoseSign1, verifyCoseSign1 } from '@countersign/shared/mdoc/cose-sign1';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { embedCbor, writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { sealHpke } from '@countersign/verifier/crypto/hpke';
import { publicKeyOf } from '@countersign/verifier/mdoc/public-key';
import { isoMdocTranscript } from '@countersign/verifier/mdoc/session-transcript';
import { decodeCbor } from '@countersign/wallet/mdoc/cbor';
import type { DigitalMessage } from '@countersign/wallet/presentation/digital-request';
import { discloseAsked } from '@countersign/wallet/presentation/disclose';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';

export const ISO_MDOC = 'org-iso-mdoc';

/**
 * Discloses the requested elements, with a device signature, encrypted to the verifier.
 * @param origin of the page, from the browser; the wallet refuses a request that is signed for a different origin
 */
export function answerIsoMdoc(
  { protocol, data }: DigitalMessage,
  held: HeldCredential,
  origin: string,
): DigitalMessage {
  assert.equal(protocol, ISO_MDOC);
  const encryptionInfo = String(data.encryptionInfo);
  const transcript = isoMdocTranscript({ encryptionInfo, origin });
  const asked = itemsRequestOf(String(data.deviceRequest), transcript);
  const credential = discloseAsked(held.credential, asked);
  const response = presentMdoc({ ...held, credential }, decodeCbor(transcript));
  const [, parameters] = arrayIn(readCbor(Buffer.from(encryptionInfo, 'base64url')));
  const recipient = publicJwkOf(publicKeyOf(mapIn(parameters).get('recipientPublicKey')));
  const plaintext = Buffer.from(response, 'base64url');
  const { enc, ciphertext } = sealHpke({ recipient, info: transcript, plaintext });
  const parts = new Map([
    ['enc', enc],
    ['cipherText', ciphertext],
  ]);
  return { protocol, data: { response: writeCbor(['dcapi', parts]).toString('base64url') } };
}

/** The requested items, if the reader authentication is absent or right (ISO/IEC 18013-5, 9.1.4). */
function itemsRequestOf(deviceRequest: string, transcript: Buffer): Parameters<typeof discloseAsked>[1] {
  const [docRequest] = arrayIn(mapIn(readCbor(Buffer.from(deviceRequest, 'base64url'))).get('docRequests'));
  const itemsRequest = mapIn(docRequest).get('itemsRequest');
  if (mapIn(docRequest).has('readerAuth')) checkReader(mapIn(docRequest), transcript);
  assert.ok(itemsRequest instanceof Tagged);
  const items = mapIn(readCbor(itemsRequest.value as Buffer));
  const claims = [...mapIn(items.get('nameSpaces'))].flatMap(([namespace, elements]) =>
    [...mapIn(elements).keys()].map((element) => ({ path: [String(namespace), String(element)] })),
  );
  return { id: 'asked', meta: { doctype_value: String(items.get('docType')) }, claims };
}

function checkReader(docRequest: CborMap, transcript: Buffer): void {
  const itemsRequest = docRequest.get('itemsRequest');
  const message = readCoseSign1(docRequest.get('readerAuth'));
  const signed = writeCbor(embedCbor(writeCbor(['ReaderAuthentication', readCbor(transcript), itemsRequest])));
  const chain = message.unprotected.get(33);
  const [leaf] = Array.isArray(chain) ? chain : [chain];
  const { publicKey } = new X509Certificate(leaf as Buffer);
  assert.ok(verifyCoseSign1({ message, key: publicKey, detached: signed }), 'The request is not for this page');
}

function mapIn(value: CborValue): CborMap {
  assert.ok(value !== undefined && isCborMap(value));
  return value;
}

function arrayIn(value: CborValue): readonly CborValue[] {
  assert.ok(Array.isArray(value));
  return value;
}
