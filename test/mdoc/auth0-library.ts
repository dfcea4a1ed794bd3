/** @auth0/mdl as issuer and holder of credentials. */
import { DeviceResponse, Document, MDoc } from '@auth0/mdl';
import { type CborValue, isCborMap } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { embedCbor, writeCbor } from '@countersign/shared/mdoc/write-cbor';
import type { MdocLibrary } from './mdoc-library.ts';

export const auth0Library: MdocLibrary = {
  name: '@auth0/mdl',
  issue: async ({ docType, nameSpaces, deviceKey, issuer, signed, validUntil }) => {
    const document = new Document(docType as 'org.iso.18013.5.1.mDL');
    for (const [name, elements] of Object.entries(nameSpaces)) document.addIssuerNameSpace(name, { ...elements });
    const issued = await document
      .useDigestAlgorithm('SHA-256')
      .addValidityInfo({ signed, validFrom: signed, validUntil })
      .addDeviceKeyInfo({ deviceKey: deviceKey as never })
      .sign({
        issuerPrivateKey: issuer.privateKey as never,
        issuerCertificate: issuer.certificate,
        alg: 'ES256',
      });
    return writeCbor(issuerSignedOf(new MDoc([issued]).encode())).toString('base64url');
  },
  present: async ({ docType, issuerSigned, deviceKey, transcript, elements }) => {
    // The library accepts a DeviceResponse without any signature yet.
    const held = new Map<string, CborValue>([
      ['docType', docType],
      ['issuerSigned', readCbor(Buffer.from(issuerSigned, 'base64url'))],
    ]);
    const document = new Map<string, CborValue>([
      ['version', '1.0'],
      ['documents', [held]],
      ['status', 0],
    ]);
    const fields = Object.entries(elements).flatMap(([name, names]) =>
      names.map((one) => ({ path: [`$['${name}']['${one}']`], intent_to_retain: false })),
    );
    const response = await DeviceResponse.from(writeCbor(document))
      .usingPresentationDefinition({
        id: 'request',
        input_descriptors: [
          {
            id: docType,
            format: { mso_mdoc: { alg: ['ES256'] } },
            constraints: { limit_disclosure: 'required', fields },
          },
        ],
      })
      .usingSessionTranscriptBytes(writeCbor(embedCbor(transcript)))
      .authenticateWithSignature(deviceKey as never, 'ES256')
      .sign();
    return response.encode().toString('base64url');
  },
};

function issuerSignedOf(response: Buffer): CborValue {
  const read = readCbor(response);
  const documents = isCborMap(read) ? read.get('documents') : undefined;
  const [document] = Array.isArray(documents) ? (documents as readonly CborValue[]) : [];
  return document !== undefined && isCborMap(document) ? document.get('issuerSigned') : undefined;
}
