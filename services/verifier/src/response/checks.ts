/**
 * The checks of a response to a presentation request, in order. The first one to fail decides the reason. Between them
 * run the checks of its form (request/open-answer.ts) and of each presented credential (presentation/sd-jwt-checks.ts,
 * mdoc-checks.ts).
 *
 * | column | response |
 * |---|---|
 * | `posted` | a wallet's POST to the response endpoint |
 * | `interaction` | at the authorization server |
 * | `backend` | what a page received, from its backend |
 * | `page` | what the authorization page received |
 * | `open` | any, when its request is known |
 * | `protocol` | of a page, before its content is read |
 * | `verified` | any, when its presentations are verified |
 * | `authenticated` | with strong customer authentication |
 * | `valid` | any, when their status is known too |
 */
import { checkTable, type Reporting } from '@countersign/shared/http/check-table';
import { bodyObject } from '@countersign/shared/http/message';
import type { Reported } from '@countersign/shared/http/reports';
import { requestLife } from '@countersign/shared/model/session/issuance-attempt';
import type { Platform } from '@countersign/shared/runtime/service';
import { type AuthorizationResponse, parseAuthorizationResponse } from '../presentation/authorization-response.ts';
import { checkProtocol, type PageAnswer, parsePageAnswer } from '../presentation/dc-api-response.ts';
import type { PresentedStatus } from '../presentation/verify-response.ts';
import { PresentationError } from '../session/presentation-error.ts';
import { isExpiredOrSuperseded, type PresentationSession } from '../session/presentation-state.ts';
import { type AnsweredWithCodes, useAuthenticationCodes } from '../transaction/authentication-code.ts';
import type { CertificateQuestion, CheckCertificates } from '../trust/certificate-revocation.ts';
import type { CheckStatuses, StatusQuestion } from '../trust/status-lists.ts';
import { answeredSession } from './answered-session.ts';
import { type Accepted, accept } from './response-outcome.ts';

interface Posted extends Reported {
  readonly platform: Platform;
}

interface Open extends Reporting {
  readonly platform: Platform;
  readonly session: PresentationSession;
}

interface OfProtocol extends Reporting {
  readonly protocol: string;
  /** The protocols that were sent. */
  readonly protocols: readonly string[];
}

interface Verified extends Reporting {
  readonly checkStatuses: CheckStatuses;
  readonly question: StatusQuestion<PresentedStatus>;
}

/** A tenant whose rules look up certificates. */
interface Followed extends Reporting {
  readonly checkCertificates: CheckCertificates;
  readonly certificates: CertificateQuestion;
}

interface Authenticated extends Reporting, AnsweredWithCodes {}

interface Valid extends Open {
  readonly accepted: Accepted;
}

interface Starts {
  readonly posted: Posted;
  readonly interaction: Reported;
  readonly backend: Reported;
  readonly page: Reported;
  readonly open: Open;
  readonly protocol: OfProtocol;
  readonly verified: Verified;
  readonly followed: Followed;
  readonly authenticated: Authenticated;
  readonly valid: Valid;
}

const check = {
  parseAuthorizationResponse: ({ request }: Reported) => ({
    response: parseAuthorizationResponse(bodyObject(request)),
  }),
  answeredSession: async (known: Posted & { readonly response: AuthorizationResponse }) => ({
    session: await answeredSession(known.platform, known, known.response),
  }),
  parsePageAnswer: ({ request }: Reported) => ({ answer: parsePageAnswer(bodyObject(request)) }),
  /** An error on the authorization page stays on the page, and the user chooses a different way. */
  checkPageData: ({ answer }: { readonly answer: PageAnswer }) => {
    if (answer.kind === 'data') return { answer };
    throw new PresentationError('parameters', { facts: { detail: 'none', parameters: ['protocol', 'data'] } });
  },
  checkTime: ({ session, platform }: Open): void => {
    const now = platform.clock();
    if (!isExpiredOrSuperseded(session, now)) return;
    const expiredSeconds = Math.round((now - requestLife(session).expiresAt) / 1000);
    throw new PresentationError('expired', { facts: { expiredSeconds, state: session.presentation.progress.state } });
  },
  checkProtocol: ({ protocol, protocols }: OfProtocol) => checkProtocol(protocol, protocols),
  checkStatuses: async ({ checkStatuses, question }: Verified) => ({ unknown: await checkStatuses(question) }),
  checkCertificates: async ({ checkCertificates, certificates }: Followed) => ({
    unknownCertificates: await checkCertificates(certificates),
  }),
  useAuthenticationCodes: (known: Authenticated) => useAuthenticationCodes(known),
  accept: async ({ platform, session, accepted }: Valid) => ({ reply: await accept(platform, session, accepted) }),
};

export const answerChecks = checkTable<Starts>()
  .row(check.parseAuthorizationResponse, 'posted', 'interaction')
  .row(check.answeredSession, 'posted')
  .row(check.parsePageAnswer, 'backend', 'page')
  .row(check.checkPageData, 'page')
  .row(check.checkTime, 'open')
  .row(check.checkProtocol, 'protocol')
  .row(check.checkStatuses, 'verified')
  .row(check.checkCertificates, 'followed')
  .row(check.useAuthenticationCodes, 'authenticated')
  .row(check.accept, 'valid');
