/**
 * More faults of a wallet that presents an mdoc (ISO/IEC 18013-5, 9.1; OpenID4VP 1.0, B.2). Faults with the name of a
 * reason do to an mdoc what they do to an SD-JWT VC. Each of these is another fault that causes one of the same
 * reasons.
 */
import type { Cbor, CborMap } from '../mdoc/cbor.ts';
import { sign1ToCbor, signSign1 } from '../mdoc/cose.ts';
import { deviceAuthentication } from '../mdoc/device-response.ts';
import { redirectTranscript } from '../mdoc/session-transcript.ts';
import type { Fault } from '../sending/fault.ts';
import { presentations } from './change.ts';
import { deviceAuth, document, elements, inOtherNameSpace, securityObject, withMac, withTwin } from './changed-mdoc.ts';
import type { Need } from './needs.ts';

const needs = ['mdoc'] as const;
const step = 'response';

/** The transcript of another verifier's request. */
const OTHER_TRANSCRIPT = redirectTranscript({
  clientId: 'x509_hash:another-verifier',
  nonce: 'nonce-of-another-request',
  encryptionKey: undefined,
  responseUri: 'https://other-verifier.example/response',
});

export const mdocFaults = {
  mdoc_element_moved: {
    reason: 'disclosure',
    step,
    needs,
    summary: 'Presents the elements of an mdoc under another namespace.',
    mdoc: elements(inOtherNameSpace),
  },
  mdoc_element_twice: {
    reason: 'disclosure',
    step,
    needs,
    summary: 'Presents an element of an mdoc twice.',
    mdoc: elements(withTwin),
  },
  mdoc_device_element: {
    reason: 'disclosure',
    step,
    needs,
    summary: "Overrides one of the issuer's elements with a device-signed element.",
    mdoc: (parts) => ({ ...parts, deviceNameSpaces: firstElement(parts.issuerSigned.nameSpaces) }),
  },
  mdoc_digest_algorithm: {
    reason: 'issuer_header',
    step,
    needs,
    summary: 'Presents an mdoc that declares its digests as SHA-1.',
    mdoc: securityObject((object) => withEntry(object, 'digestAlgorithm', 'SHA-1')),
  },
  mdoc_two_documents: {
    reason: 'presentation_format',
    step,
    needs,
    summary: 'Presents a device response with two documents.',
    deviceResponse: (response) => {
      const documents = response.get('documents') as readonly Cbor[];
      return withEntry(response, 'documents', [...documents, ...documents]);
    },
  },
  mdoc_status: {
    reason: 'presentation_format',
    step,
    needs,
    summary: 'Presents a device response whose status shows that the wallet failed.',
    deviceResponse: (response) => withEntry(response, 'status', 10),
  },
  mdoc_trailing_bytes: {
    reason: 'presentation_format',
    step,
    needs,
    summary: 'Sends a byte after the device response.',
    request: presentations((list) => list.map(withByteBehind)),
  },
  mdoc_doctype: {
    reason: 'type',
    step,
    needs,
    summary: "Gives a document a different type from its issuer's.",
    mdoc: (parts) => ({ ...parts, docType: `${parts.docType}.other` }),
  },
  mdoc_transcript: {
    reason: 'kb_signature',
    step,
    needs,
    summary: "Signs for another verifier's request.",
    mdoc: (parts) => ({ ...parts, transcript: OTHER_TRANSCRIPT }),
  },
  mdoc_replay: {
    reason: 'kb_signature',
    step,
    needs,
    summary: 'Repeats what the device signed for a different verifier, with the signed bytes attached.',
    deviceResponse: deviceAuth((auth, parts) => {
      const payload = deviceAuthentication({ ...parts, transcript: OTHER_TRANSCRIPT });
      return withEntry(auth, 'deviceSignature', sign1ToCbor(signSign1(parts.sign, { payload })));
    }),
  },
  mdoc_mac: {
    reason: 'kb_missing',
    step,
    needs,
    summary: 'Authenticates the device with a MAC.',
    deviceResponse: deviceAuth(() => new Map([['deviceMac', withMac()]])),
  },
  mdoc_signature_and_mac: {
    reason: 'kb_missing',
    step,
    needs,
    summary: 'Authenticates the device with a signature and with a MAC.',
    deviceResponse: deviceAuth((auth) => withEntry(auth, 'deviceMac', withMac())),
  },
  mdoc_device_auth_missing: {
    reason: 'kb_missing',
    step,
    needs,
    summary: 'Presents a document without the member deviceAuth.',
    deviceResponse: document((members) => {
      const { nameSpaces } = Object.fromEntries(members.get('deviceSigned') as ReadonlyMap<string, Cbor>);
      return withEntry(members, 'deviceSigned', new Map([['nameSpaces', nameSpaces]]));
    }),
  },
} as const satisfies Readonly<Record<string, Fault & { readonly needs: readonly Need[] }>>;

function withEntry(map: CborMap, name: string, value: Cbor): CborMap {
  return new Map([...map, [name, value] as const]);
}

/** The name of the first element that has a value from the device. */
function firstElement(nameSpaces: ReadonlyMap<string, readonly { readonly name: string }[]>): CborMap {
  const [[space, [first]] = ['', []]] = nameSpaces;
  return new Map([[space, new Map([[first?.name ?? '', 'Another']])]]);
}

function withByteBehind(response: string): string {
  return Buffer.concat([Buffer.from(response, 'base64url'), Buffer.alloc(1)]).toString('base64url');
}
