/** Presentations of mdocs, valid or not, for the request of `mdocContext`. */
import assert from 'node:assert/strict';
import { newReports } from '@countersign/shared/http/reports';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { PresentationContext } from '../../src/presentation/presentation-context.ts';
import { type DcqlQuery, parseDcqlQuery } from '../../src/query/dcql-query.ts';
import { type ProvenRequest, proofContext } from '../../src/session/proof-context.ts';
import { type Changes, type MadeIssuer, MDL, MDL_NAMESPACE, makeIssuer, makeResponse, NOW } from '../mdoc/made-mdoc.ts';
import { CLIENT_ID, NONCE, RESPONSE_URI } from './presentations.ts';

export const mdocIssuer = await makeIssuer();

export const mdocRequest: ProvenRequest = { clientId: CLIENT_ID, nonce: NONCE, responseUri: RESPONSE_URI };

export const mdocContext: PresentationContext = {
  ...proofContext(mdocRequest),
  reports: newReports(),
  createdAt: NOW - 60_000,
  clockSkew: 60,
  now: NOW,
  anchors: [{ certificate: mdocIssuer.anchor, vcts: [], doctypes: [MDL] }],
};

/** The transcript that a wallet computes for a request. */
export function transcriptOf(request: ProvenRequest): Buffer {
  return proofContext(request).sessionTranscripts()[0] ?? assert.fail();
}

/** A presentation as `vp_token` has it. */
export function mdocOf(changes: Changes = {}, by: MadeIssuer = mdocIssuer): string {
  return makeResponse(by, { transcript: transcriptOf(mdocRequest), ...changes }).toString('base64url');
}

/** A query of one mdoc `mdl`. */
export function mdocQueryOf(change: JsonObject = {}, more: JsonObject = {}): DcqlQuery {
  const claims: Json = [{ path: [MDL_NAMESPACE, 'given_name'] }];
  const mdl = { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: MDL }, claims, ...change };
  const parsed = parseDcqlQuery({ credentials: [mdl], ...more });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.query;
}
