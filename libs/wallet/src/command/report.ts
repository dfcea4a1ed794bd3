/** What a run ended with, as one JSON object: for pipelines. */
import { credentialClaims, credentialType, personalClaims } from '../mdoc/credential-content.ts';
import type { DigitalMessage } from '../presentation/digital-request.ts';
import type { Answer } from '../sending/answer.ts';
import { Refused } from '../sending/failures.ts';
import type { ReportedPresentation } from '../sending/narrator.ts';
import type { Call } from '../sending/transport.ts';
import { shownUrl } from './journal.ts';
import { failureOf, type Outcome } from './wallet-failure.ts';

export interface Report {
  readonly outcome: Outcome;
  readonly command: string;
  readonly profile: string;
  readonly fault?: string;
  /** Requests in order. */
  readonly steps: readonly Call[];
  /** What the wallet got. */
  readonly credentials?: readonly CredentialReport[];
  /** What the wallet disclosed, by query. */
  readonly shared?: readonly { readonly id: string; readonly claims: object }[];
  /** For the page that sent the request through the Digital Credentials API. */
  readonly answer?: DigitalMessage;
  /** Where the browser goes after the presentation (OpenID4VP 1.0, 8.2). */
  readonly redirect_uri?: string;
  readonly refusal?: {
    readonly step: string;
    readonly status: number;
    readonly error?: string;
    readonly error_description?: string;
  };
  /** Why it ended early, or why its fault had no effect: one line. */
  readonly why?: string;
  /** The responses' `x-request-id`, with which an operator finds the requests in the log and in the trace. */
  readonly requests: readonly string[];
}

export interface CredentialReport {
  readonly configuration: string;
  readonly type: string;
  readonly encrypted: boolean;
  /** All, including the format's own. An mdoc's are grouped by namespace. */
  readonly claims: object;
}

/** What a run has collected. */
export interface RunRecord {
  readonly calls: Call[];
  readonly credentials: { readonly configuration: string; readonly credential: string; readonly encrypted: boolean }[];
  readonly shown: ReportedPresentation[];
  readonly answers: DigitalMessage[];
  readonly redirects: string[];
}

/** @param error what ended the run; undefined if it finished */
export function reportOf(
  asked: { readonly command: string; readonly profile: string; readonly fault?: string | undefined },
  { calls, credentials, shown, answers: [answer], redirects: [redirect] }: RunRecord,
  error: unknown,
): Report {
  const failure = error === undefined ? undefined : failureOf(error);
  const { command, profile, fault } = asked;
  return {
    outcome: failure?.outcome ?? 'accepted',
    command,
    profile,
    ...(fault === undefined ? {} : { fault }),
    steps: calls.map((call) => ({ ...call, url: shownUrl(call.url) })),
    ...(credentials.length === 0 ? {} : { credentials: credentials.map(credentialReport) }),
    ...(shown.length === 0
      ? {}
      : { shared: shown.map(({ id, held }) => ({ id, claims: personalClaims(held.credential) })) }),
    ...(answer === undefined ? {} : { answer }),
    ...(redirect === undefined ? {} : { redirect_uri: redirect }),
    ...(error instanceof Refused ? { refusal: refusalOf(error.step, error.answer) } : {}),
    ...(failure === undefined ? {} : { why: failure.line }),
    requests: calls.flatMap(({ request }) => request ?? []),
  };
}

function credentialReport({
  configuration,
  credential,
  encrypted,
}: RunRecord['credentials'][number]): CredentialReport {
  return { configuration, type: credentialType(credential), encrypted, claims: credentialClaims(credential) };
}

function refusalOf(step: string, { status, json }: Answer): NonNullable<Report['refusal']> {
  const { error, error_description } = json ?? {};
  return {
    step,
    status,
    ...(typeof error === 'string' ? { error } : {}),
    ...(typeof error_description === 'string' ? { error_description } : {}),
  };
}
