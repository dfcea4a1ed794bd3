/**
 * Protocol `org-iso-mdoc` in a request for the Digital Credentials API: its key, nonce and entry, and how to read the
 * response.
 */

import { type AgreementJwk, generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { checkTable } from '@countersign/shared/http/check-table';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Random } from '@countersign/shared/kernel/random';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import { openIsoMdocResponse, parseIsoMdocResponse } from '../presentation/iso-mdoc-response.ts';
import type { DcqlQuery } from '../query/dcql-query.ts';
import { isoMdocCoverage } from '../query/iso-mdoc-query.ts';
import { type AskedMdoc, encryptionInfo, isoMdocRequest } from '../query/iso-mdoc-request.ts';
import { type OpenedRequest, type ReadAnswerOf, unknownKey } from './open-answer.ts';
import { openIsoMdocKey } from './response-key.ts';
import type { SentIsoMdoc } from './sealed-request.ts';

/** The input for the entry. */
export interface AskingIsoMdoc {
  readonly sent: SentIsoMdoc;
  readonly asked: AskedMdoc;
  /** The page's origin, which the reader authentication names. */
  readonly origin: string;
  /** With the registration certificate. */
  readonly requestInfo?: Readonly<Record<string, CborValue>> | undefined;
}

/** New for each request. */
export interface NewIsoMdoc extends AskingIsoMdoc {
  readonly privateKey: AgreementJwk;
}

const NONCE_BYTES = 32;

/**
 * Key and nonce for one request. Undefined if it has no such entry: ISO can't express the query, or there is more than
 * one origin, and a reader authentication is signed for one.
 */
export function newIsoMdoc(request: {
  readonly query: DcqlQuery;
  readonly transactionData: readonly string[];
  readonly origins: readonly string[];
  /** Whether it has reader authentication. */
  readonly signed: boolean;
  readonly random: Random;
  readonly requestInfo?: AskingIsoMdoc['requestInfo'];
}): NewIsoMdoc | undefined {
  const { query, transactionData, signed, random, requestInfo } = request;
  const [origin, ...others] = request.origins;
  const coverage = isoMdocCoverage(query, transactionData);
  if (!coverage.covered || origin === undefined || (signed && others.length > 0)) return undefined;
  const privateKey = generateAgreementJwk();
  const { d: _, ...recipientKey } = privateKey;
  const info = encryptionInfo({ nonce: random(NONCE_BYTES), recipientKey });
  const sent = { encryptionInfo: info, queryId: coverage.queryId };
  return { sent, asked: coverage.asked, origin, privateKey, requestInfo };
}

/** The entry's `data`. @param key signs the reader authentication; absent: none */
export async function isoMdocEntry(
  { asked, sent, origin, requestInfo }: AskingIsoMdoc,
  key: Pick<SigningKey, 'alg' | 'sign' | 'x5c'> | undefined,
): Promise<JsonObject> {
  const info = requestInfo === undefined ? {} : { requestInfo };
  const reader = key && { origin, key };
  return { ...(await isoMdocRequest({ asked, encryptionInfo: sent.encryptionInfo, reader, ...info })) };
}

interface Posted extends OpenedRequest {
  readonly data: JsonObject;
}

type Parsed = Posted & { readonly message: ReturnType<typeof parseIsoMdocResponse> };

const check = {
  parseIsoMdocResponse: ({ data }: Posted) => ({ message: parseIsoMdocResponse(data) }),
  openIsoMdocResponse: ({ message, session, presentationRequest: { dcApi }, vault }: Parsed) => {
    const { sealedKey } = session.presentation;
    // The key is erased when the request ends.
    if (dcApi?.isoMdoc === undefined || sealedKey === undefined) throw unknownKey('of_no_open_request');
    const { origins, isoMdoc } = dcApi;
    const privateKey = openIsoMdocKey(vault, session.id, sealedKey);
    const { encryptionInfo } = isoMdoc;
    return { ...openIsoMdocResponse({ message, privateKey, encryptionInfo, origins }), queryId: isoMdoc.queryId };
  },
};

/** The checks that open a response of this protocol, in order. */
const isoMdocChecks = checkTable<{ readonly answer: Posted }>()
  .row(check.parseIsoMdocResponse, 'answer')
  .row(check.openIsoMdocResponse, 'answer');

/** The document becomes the presentation of its credential query. @throws PresentationError */
export function isoMdocAnswer(data: JsonObject): ReadAnswerOf {
  return (request) => {
    const { queryId, deviceResponse, sessionTranscript } = isoMdocChecks.runNow('answer', { ...request, data });
    const vpToken = { [queryId]: [deviceResponse] };
    return { clear: { kind: 'vp_token', vpToken }, encrypted: true, sessionTranscripts: () => [sessionTranscript] };
  };
}
