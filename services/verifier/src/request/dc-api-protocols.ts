/**
 * The exchange protocols of the Digital Credentials API, one row per protocol, in the order in which a page passes them
 * to the browser: how to create the request's entry, and how to read a response. A response is accepted only with a
 * protocol that was in the request.
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

/** The input for the entries of one request. */
export interface DcApiContent extends SignedDcApiContent {
  /** Signs requests; absent for a profile with unsigned requests, which only have the ISO protocol's entry. */
  readonly key: SigningKey | undefined;
  /**
   * The verifier's identities, the usual one first; a second one only if the configuration asks for several signatures.
   */
  readonly signers: readonly RequestSigner[];
  /** Whether a request without a signature is sent too. */
  readonly unsigned: boolean;
  /** Set if one mdoc satisfies the query, and its page has one origin. */
  readonly isoMdoc?: AskingIsoMdoc;
}

/** One entry of `digital.requests`. */
export interface DigitalRequest {
  readonly protocol: string;
  readonly data: JsonObject;
}

interface DcApiProtocol {
  readonly protocol: string;
  /** The entry's `data`; undefined if this request doesn't use the protocol. */
  readonly entry: (content: DcApiContent) => Promise<JsonObject | undefined>;
  /** Reads a response's `data`. @throws PresentationError */
  readonly read: (data: JsonObject) => ReadAnswerOf;
}

/** The OpenID4VP forms differ only in the request (A.4). */
const readOpenid4vp = (data: JsonObject): ReadAnswerOf => openid4vpAnswer(parseAuthorizationResponse(data));

const protocols: readonly DcApiProtocol[] = [
  {
    protocol: SIGNED,
    entry: async ({ key, ...content }) => {
      const [signer] = content.signers;
      if (signer === undefined || key === undefined) return undefined;
      return { request: await signJwtWith(key, signedDcApiRequest(content, signer)) };
    },
    read: readOpenid4vp,
  },
  {
    // Browsers on iOS support only this protocol.
    protocol: ISO_MDOC,
    entry: async ({ isoMdoc, key }) => (isoMdoc === undefined ? undefined : isoMdocEntry(isoMdoc, key)),
    read: isoMdocAnswer,
  },
  {
    protocol: MULTISIGNED,
    entry: async ({ key, ...content }) => {
      if (content.signers.length < 2 || key === undefined) return undefined;
      const { headers, payload } = multisignedDcApiRequest(content, content.signers);
      const signatures = headers.map((header) => ({ header, key }));
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
 * Reads a page's response.
 * @param protocol one from the request
 * @throws PresentationError if the response does not belong to the request, or has the wrong form
 */
export function readPageAnswer(protocol: string, data: JsonObject, opened: OpenedRequest): ReadAnswer {
  const known = protocols.find((one) => one.protocol === protocol);
  if (known === undefined) throw new Error('A protocol that was sent is not in the table');
  return known.read(data)(opened);
}
