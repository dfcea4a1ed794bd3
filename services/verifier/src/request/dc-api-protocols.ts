/**
 * The exchange protocols of the Digital Credentials API, a row for each, in the order in which a page hands them to the browser: how
 * the entry of a request is made, and how an answer is read. An answer counts only under a protocol that was sent.
 */

import { signJwtWith } from '@countersign/shared/crypto/jwt';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { signJwsJson } from '../crypto/jws-json.ts';
import { parseAuthorizationResponse } from '../presentation/authorization-response.ts';
import { ISO_MDOC } from '../query/iso-mdoc-request.ts';
import { type AskingIsoMdoc, isoMdocAnswer, isoMdocEntry } from './dc-api-iso-mdoc.ts';
import {
  MULTISIGNED,
  multisignedDcApiRequest,
  type RequestSigner,
  SIGNED,
  type SignedDcApiContent,
  signedDcApiRequest,
  UNSIGNED,
  unsignedDcApiRequest,
} from './dc-api-request.ts';
import { type OpenedRequest, openid4vpAnswer, type ReadAnswer, type ReadAnswerOf } from './open-answer.ts';

/** What the entries of one request are made of. */
export interface DcApiContent extends SignedDcApiContent {
  /** Signs requests. */
  readonly key: SigningKey;
  /** The names of the verifier, the usual one first; a second one only where the configuration asks for several signatures. */
  readonly signers: readonly RequestSigner[];
  /** Whether a request without a signature is sent too. */
  readonly unsigned: boolean;
  /** Set where one mdoc answers the query, and its page has one origin. */
  readonly isoMdoc?: AskingIsoMdoc;
}

/** One entry of `digital.requests`. */
export interface DigitalRequest {
  readonly protocol: string;
  readonly data: JsonObject;
}

interface DcApiProtocol {
  readonly protocol: string;
  /** `data` of the entry; undefined where this request has none of the protocol. */
  readonly entry: (content: DcApiContent) => Promise<JsonObject | undefined>;
  /** Reads `data` of an answer. @throws PresentationError */
  readonly read: (data: JsonObject) => ReadAnswerOf;
}

/** The forms of OpenID4VP differ in the request alone (A.4). */
const readOpenid4vp = (data: JsonObject): ReadAnswerOf => openid4vpAnswer(parseAuthorizationResponse(data));

const protocols: readonly DcApiProtocol[] = [
  {
    protocol: SIGNED,
    entry: async (content) => {
      const [signer] = content.signers;
      if (signer === undefined) return undefined;
      return { request: await signJwtWith(content.key, signedDcApiRequest(content, signer)) };
    },
    read: readOpenid4vp,
  },
  {
    // Browsers of iOS know this one alone.
    protocol: ISO_MDOC,
    entry: async ({ isoMdoc, key }) => (isoMdoc === undefined ? undefined : isoMdocEntry(isoMdoc, key)),
    read: isoMdocAnswer,
  },
  {
    protocol: MULTISIGNED,
    entry: async ({ key, ...content }) => {
      if (content.signers.length < 2) return undefined;
      const { headers, payload } = multisignedDcApiRequest(content, content.signers);
      const signatures = headers.map((header) => ({ header, sign: key.sign }));
      return { request: { ...(await signJwsJson(payload, signatures)) } };
    },
    read: readOpenid4vp,
  },
  {
    protocol: UNSIGNED,
    entry: async (content) => (content.unsigned ? unsignedDcApiRequest(content) : undefined),
    read: readOpenid4vp,
  },
];

/** The entries of a request, the signed one first. */
export async function digitalRequests(content: DcApiContent): Promise<readonly DigitalRequest[]> {
  const made = await Promise.all(
    protocols.map(async ({ protocol, entry }) => ({ protocol, data: await entry(content) })),
  );
  return made.flatMap(({ protocol, data }) => (data === undefined ? [] : [{ protocol, data }]));
}

/**
 * Reads the answer of a page.
 * @param protocol one that was sent
 * @throws PresentationError of an answer that does not belong to the request, or has another form
 */
export function readPageAnswer(protocol: string, data: JsonObject, opened: OpenedRequest): ReadAnswer {
  const known = protocols.find((one) => one.protocol === protocol);
  if (known === undefined) throw new Error('A protocol that was sent is not in the table');
  return known.read(data)(opened);
}
