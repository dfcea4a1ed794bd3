/** POST the authorization response (OpenID4VP 1.0, 8): cheap checks first, one state change at the end. */

import { hashOf } from '@countersign/shared/crypto/sha256';
import { bodyObject, type OperationReply, type OperationRequest } from '@countersign/shared/http/message';
import type { ReportingOperation, Reports } from '@countersign/shared/http/reports';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { type JsonObject, own } from '@countersign/shared/kernel/json';
import { requestLife } from '@countersign/shared/model/session/issuance-attempt';
import { responseEndpoint } from '@countersign/shared/openid4vp/request-link';
import type { Platform } from '@countersign/shared/runtime/service';
import { anchorsForSession, type Bringing } from '@countersign/shared/trust/brought-anchors';
import { entryFacts, type ListedAnchors } from '@countersign/shared/trust/listed-anchors';
import { type TrustAnchors, trustPlace } from '@countersign/shared/trust/trust-anchors';
import { withEvidence } from '../presentation/raw-presentation.ts';
import { markUnknown, type PresentedCredential, readVpToken, verifyResponse } from '../presentation/verify-response.ts';
import { codeFact, type WalletError } from '../presentation/wallet-error.ts';
import type { DcqlQuery } from '../query/dcql-query.ts';
import { openid4vpAnswer, type ReadAnswer, type ReadAnswerOf, unknownKey } from '../request/open-answer.ts';
import { requestProfile } from '../request/request-profile.ts';
import { answeredForm, openRequest, type SealedRequest } from '../request/sealed-request.ts';
import { PresentationError, refusalWith } from '../session/presentation-error.ts';
import { refusing } from '../session/presentation-session.ts';
import { isAnswered, isAnsweredBy, type PresentationSession } from '../session/presentation-state.ts';
import { proofContext } from '../session/proof-context.ts';
import type { CheckCertificates } from '../trust/certificate-revocation.ts';
import type { CheckStatuses } from '../trust/status-lists.ts';
import type { VerifyProof } from '../zk/proof-verifier.ts';
import { verifyZeroKnowledge } from '../zk/verify-zk.ts';
import { answerChecks } from './checks.ts';
import { recordWalletError, refuse, replyOf } from './response-outcome.ts';

export interface ResponseDependencies {
  readonly platform: Platform;
  readonly trustAnchors: TrustAnchors;
  readonly listedAnchors: Pick<ListedAnchors, 'issuers' | 'isUndecided'>;
  readonly checkStatuses: CheckStatuses;
  readonly checkCertificates: CheckCertificates;
  /** Absent without ZK_VERIFIER_URL: then no request asks for a proof. */
  readonly verifyProof?: VerifyProof;
  /** The query of a stored request. */
  readonly queryOf: (written: JsonObject) => DcqlQuery;
}

/** The parameters of a response (8); all others are ignored. */
const ANSWER_PARAMETERS = ['response', 'vp_token', 'state', 'error', 'error_description'];

/**
 * Returns `{}` or `{redirect_uri}`. A refusal is a 400 and leaves the request open; the tenth refused response ends it.
 */
export function authorizationResponse(dependencies: ResponseDependencies): ReportingOperation {
  const { platform } = dependencies;
  return (request, reports) =>
    refusing(async () => {
      const { response, session } = await answerChecks.run('posted', { platform, request, reports });
      const vault = await platform.vaults.of(session.tenant);
      const presentationRequest = openRequest(vault, session.id, session.presentation.sealedRequest);
      const { interaction, dcApi } = presentationRequest;
      // Its response needs the `auth_session`, which only the authorization server checks.
      if (interaction !== undefined) throw unknownKey('of_an_interaction');
      // Its response comes from the backend, which knows the page.
      if (dcApi !== undefined) throw unknownKey('of_a_page');
      const answerHash = hashOfAnswer(bodyObject(request));
      const answered = await answerRequest(dependencies, {
        session,
        presentationRequest,
        answerHash,
        read: openid4vpAnswer(response),
        request,
        reports,
      });
      return answered.reply;
    });
}

export interface ReceivedAnswer {
  readonly session: PresentationSession;
  /** SHA-256 of the posted response, to recognize a repeat. */
  readonly answerHash: string;
  readonly read: ReadAnswerOf;
  /** The response's request, opened, in the form that was sent. */
  readonly presentationRequest: SealedRequest;
  readonly request: Pick<OperationRequest, 'id'> & Bringing;
  readonly reports: Reports;
}

/** The outcome of a response. */
export interface AnsweredRequest {
  /** For the wallet; in an issuance `presentation_during_issuance_session`. */
  readonly reply: OperationReply;
  /** The accepted credentials; absent if the same response was already accepted. */
  readonly credentials?: readonly PresentedCredential[];
  /** The error that the wallet reported instead of a presentation. */
  readonly error?: WalletError;
}

/**
 * Checks a response to a session's request, and records the outcome.
 * @throws PresentationError
 */
export async function answerRequest(
  dependencies: ResponseDependencies,
  { session, answerHash, read, request, reports, presentationRequest: asked }: ReceivedAnswer,
): Promise<AnsweredRequest> {
  const { platform } = dependencies;
  const again = await repeated(platform, session, answerHash);
  if (again !== undefined) return { reply: again };
  answerChecks.runNow('open', { platform, session, reports });
  const vault = await platform.vaults.of(session.tenant);
  const { clear, encrypted, sessionTranscripts } = read({ session, presentationRequest: asked, vault, reports });
  const presentationRequest = answeredForm(asked, clear.state);
  if (clear.kind === 'error') {
    const { error } = clear;
    const reply = await recordWalletError(platform, session, { presentationRequest, error, answerHash, encrypted });
    reports.notes.push({ reason: 'wallet_error', facts: { received: codeFact(error.code) } });
    return { reply, error };
  }
  const { vpToken, legacy } = clear;
  if (legacy !== undefined) reports.notes.push({ reason: 'response_legacy', facts: legacy });
  const known = { session, presentationRequest, vpToken, answerHash, request, reports };
  const answer = { ...known, ...(sessionTranscripts && { sessionTranscripts }) };
  const credentials = await verify(dependencies, answer);
  const accepted = { presentationRequest, credentials, answerHash };
  const { reply } = await answerChecks.run('valid', { platform, session, accepted, reports });
  return { reply, credentials };
}

/**
 * The same reply, byte for byte, to a repeat of the response that ended the request; undefined while the request is
 * open.
 */
async function repeated(
  platform: Platform,
  session: PresentationSession,
  answerHash: string,
): Promise<OperationReply | undefined> {
  if (!isAnswered(session.presentation)) return undefined;
  if (!isAnsweredBy(session.presentation, answerHash)) {
    throw new PresentationError('already_answered', { facts: { state: session.presentation.progress.state } });
  }
  return replyOf(platform, session);
}

interface Answer {
  readonly session: PresentationSession;
  readonly presentationRequest: SealedRequest;
  readonly vpToken: JsonObject;
  readonly answerHash: string;
  readonly request: ReceivedAnswer['request'];
  readonly reports: Reports;
  readonly sessionTranscripts?: ReadAnswer['sessionTranscripts'];
}

/** Verifies presentations and their status. A failure counts as a refused response; a wrong structure does not. */
async function verify(
  dependencies: ResponseDependencies,
  { session, presentationRequest, vpToken, answerHash, request, reports, sessionTranscripts }: Answer,
): Promise<readonly PresentedCredential[]> {
  const { platform, trustAnchors, listedAnchors, checkStatuses, checkCertificates, verifyProof, queryOf } =
    dependencies;
  const query = queryOf(presentationRequest.dcqlQuery);
  const presented = readVpToken({ vpToken, query, reports });
  const { profile, certificateRevocation: rule, clockSkew } = platform.requirementsOf(session.tenant);
  const strict = profile !== 'open';
  // The certificates for SD-JWT VCs also sign W3C credentials.
  const formats = query.credentials.map(({ format }) => (format === 'mso_mdoc' ? format : 'dc+sd-jwt'));
  const trusted = await trustAnchors(session.tenant, 'issuers', formats);
  const listed = await listedAnchors.issuers(session.tenant);
  const anchors = [...trusted, ...anchorsForSession(request, session, 'issuers')];
  try {
    const toVerify = {
      presented,
      transactionData: presentationRequest.transactionData,
      responseMode: presentationRequest.responseMode,
      ...(presentationRequest.transactionBinding === undefined
        ? {}
        : { transactionBinding: presentationRequest.transactionBinding }),
      ...proofContext({
        ...presentationRequest,
        nonce: session.presentation.nonce,
        responseUri: responseEndpoint(credentialIssuer(platform.settings.PUBLIC_URL, session.tenant)),
      }),
      ...(sessionTranscripts === undefined ? {} : { sessionTranscripts }),
      createdAt: requestLife(session).createdAt,
      now: platform.clock(),
      clockSkew,
      anchors,
      ...(listed === undefined ? {} : { listed }),
      ...(platform.knownKeys === undefined ? {} : { known: platform.knownKeys }),
      boundNeedsProof: strict,
      needsPublicBodyStatement: profile === 'eu',
      wantsChains: rule !== 'off',
      ownIssuer: credentialIssuer(platform.settings.PUBLIC_URL, session.tenant),
      trustPlace: () => trustPlace(platform, session.tenant, 'issuers'),
      reports,
      ...(presentationRequest.issuerName === undefined ? {} : { issuerName: presentationRequest.issuerName }),
      ...(presentationRequest.ageOver === undefined ? {} : { ageOver: presentationRequest.ageOver }),
    };
    const verified =
      presentationRequest.zeroKnowledge === undefined
        ? verifyResponse(toVerify)
        : await verifyZeroKnowledge(toVerify, verifyProof);
    const kept = keptOf(presentationRequest, verified.credentials);
    const { raw } = presentationRequest;
    const credentials =
      raw === undefined
        ? kept
        : withEvidence(kept, { raw, presented, sessionTranscripts: toVerify.sessionTranscripts });
    for (const { id, signer } of credentials) {
      if (signer?.list === undefined) continue;
      const facts = {
        credential: id,
        ...entryFacts({ ...signer.list, list: signer.list.id }),
        subject: signer.subject,
      };
      reports.notes.push({ reason: 'issuer_listed', facts });
    }
    const { statusUnreachable, statusCheck } = presentationRequest;
    const question = {
      references: verified.statuses,
      tenant: session.tenant,
      requestId: request.id,
      notes: reports.notes,
      ...(strict ? { listChain: 'required' as const } : {}),
      ...(statusUnreachable === undefined ? {} : { whenUnreachable: statusUnreachable }),
      ...(statusCheck === undefined ? {} : { mode: statusCheck }),
    };
    const { unknown } = await answerChecks.run('verified', { checkStatuses, question, reports });
    if (rule !== 'off') {
      const certificates = { chains: verified.chains, tenant: session.tenant, rule };
      const { unknownCertificates } = await answerChecks.run('followed', { checkCertificates, certificates, reports });
      reports.notes.push(...unknownCertificates);
    }
    const { codes } = verified;
    if (codes.length > 0) {
      await answerChecks.run('authenticated', { platform, tenant: session.tenant, codes, answerHash, reports });
    }
    return markUnknown(credentials, unknown);
  } catch (caught) {
    const error = await orNoCurrentList(caught, listedAnchors, session.tenant);
    if (error instanceof PresentationError) await refuse(platform, session, error);
    throw error;
  }
}

/** By the request's profile. A signer is shared by many users, but tells more than the answer. */
function keptOf(
  { profile }: Pick<SealedRequest, 'profile'>,
  credentials: readonly PresentedCredential[],
): readonly PresentedCredential[] {
  if (requestProfile(profile).keeps === 'credential') return credentials;
  return credentials.map(({ id, values }) => ({ id, values }));
}

/**
 * An untrusted issuer while a list of issuers has expired. The list may have included the issuer, which the facts
 * mention.
 */
async function orNoCurrentList(
  error: unknown,
  listedAnchors: Pick<ListedAnchors, 'isUndecided'>,
  tenant: string,
): Promise<unknown> {
  if (!(error instanceof PresentationError) || error.reason !== 'issuer_trust') return error;
  if (!(await listedAnchors.isUndecided(tenant, 'issuers'))) return error;
  return refusalWith('issuer_trust', { ...error.facts, detail: 'no_current_list' });
}

/** SHA-256 of the posted parameters, independent of the encoding. */
export function hashOfAnswer(body: JsonObject): string {
  const values = ANSWER_PARAMETERS.map((name) => own(body, name) ?? null);
  return hashOf(JSON.stringify(values));
}
