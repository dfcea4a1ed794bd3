/** The state or outcome of a session, in the words of its page. Pure. */
import { claimName } from '../../text/claim-names.ts';
import { declinedTexts, outcomeTexts, shortCause } from '../../text/outcomes.ts';
import { inConsoleLanguage } from '../../text/reason-text.ts';
import type { Tone } from '../badge.tsx';
import { nameSpacesIn } from '../image-text.ts';
import { type PresentedCredential, type SessionView, stateOf, statusGroups } from './session-view.ts';

export type Refusal = NonNullable<SessionView['error'] | SessionView['lastError']>;

export interface Outcome {
  readonly tone: Tone;
  /** There is a result. After a refused presentation the wallet may still send a different one. */
  readonly over: boolean;
  readonly title: string;
  /** One sentence on what happened. */
  readonly text?: string | undefined;
  readonly hint?: string | undefined;
  /** What the details are about. */
  readonly refusal?: Refusal | undefined;
}

type Words = Pick<Outcome, 'title' | 'text'>;

/** Maximum number of names in the title; others are counted. */
const MOST_NAMES = 6;

/** Claims that describe the credential and not its holder (SD-JWT VC, 3.2.2). */
const TECHNICAL = new Set(['iss', 'iat', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status', 'sub', 'jti']);

/** @param scanned a wallet has read the offer, which the status doesn't say */
export function outcomeOf(session: SessionView, scanned = false): Outcome {
  const { tone, over } = stateOf(session.status);
  if (session.status === 'verified') return { tone, over, title: verifiedTitle(session.credentials ?? []) };
  if (tone === 'good') return { tone, over, ...issuedWords(session) };
  if (over || session.error !== undefined) return endedOutcome(session);
  const refusal = session.lastError;
  const words = openWords(session, scanned);
  if (refusal === undefined) return { tone, over, ...words };
  const { explanation, hint } = sentencesOf(refusal);
  const text = `${explanation} ${outcomeTexts().lastRefusal}`;
  return { tone: 'warn', over, title: words.title, text, hint, refusal };
}

function endedOutcome(session: SessionView): Outcome {
  const said = outcomeTexts();
  const { status, error, lastError } = session;
  const isIssuance = session.kind !== 'presentation';
  const refusal = error ?? lastError;
  const explained = refusal === undefined ? undefined : sentencesOf(refusal);
  if (status === 'expired') {
    const late = isIssuance ? said.notCollected : said.notAnswered;
    const text = explained === undefined ? late : `${late} ${explained.explanation}`;
    return { tone: 'warn', over: true, title: said.expired, text, hint: explained?.hint, refusal };
  }
  const isOpen = status !== 'rejected' && status !== 'failed';
  const text = isOpen ? `${explained?.explanation} ${said.stillOpen}` : explained?.explanation;
  const cause = refusal === undefined ? undefined : shortCause(causeOf(refusal));
  const without = isIssuance ? said.notIssued : said.refused;
  const title = cause === undefined ? without : (isIssuance ? said.notIssuedFor : said.refusedFor)(cause);
  return { tone: 'bad', over: true, title, text, hint: explained?.hint, refusal };
}

/** The user declined, on an issuance's page or in the wallet (OpenID4VP 1.0, 8.5). */
function isDeclined({ code, reason }: Refusal): boolean {
  return reason === 'user_denied' || (reason === 'wallet_error' && code === 'access_denied');
}

function causeOf(refusal: Refusal): string {
  return isDeclined(refusal) ? 'declined' : (refusal.reason ?? refusal.code);
}

function sentencesOf(refusal: Refusal): { readonly explanation: string; readonly hint?: string | undefined } {
  if (isDeclined(refusal) && refusal.reason === 'wallet_error') return declinedTexts();
  const { explanation, hint } = inConsoleLanguage(refusal);
  return { explanation: explanation ?? refusal.description ?? refusal.code, hint };
}

function issuedWords({ status, issued = [] }: SessionView): Words & { readonly tone?: Tone } {
  const said = outcomeTexts();
  const groups = statusGroups(issued);
  if (groups.length > 0 && groups.every(({ count, revoked }) => revoked === count)) {
    return { tone: 'bad', title: said.revoked, text: said.revokedHelp };
  }
  if (groups.length > 0 && groups.every(({ count, suspended }) => suspended === count)) {
    return { tone: 'warn', title: said.suspended, text: said.suspendedHelp };
  }
  if (status === 'completed') return { title: said.accepted, text: said.acceptedHelp };
  if (status === 'exhausted') return { title: said.exhausted, text: said.exhaustedHelp };
  return { title: said.issued, text: said.issuedHelp };
}

function openWords({ status, kind, claimsStatus }: SessionView, scanned: boolean): Words {
  const said = outcomeTexts();
  const isPresentation = kind === 'presentation';
  if (status === 'created' && !scanned) {
    return { title: isPresentation ? said.requestCreated : said.offerCreated, text: said.scan };
  }
  if (status === 'created') return { title: said.scanned, text: said.scannedHelp };
  if (claimsStatus === 'expected') return { title: said.opened, text: said.waitingForClaims };
  if (isPresentation) return { title: said.opened, text: said.choosing };
  if (status === 'presentation_required') return { title: said.opened, text: said.mustPresent };
  return { title: said.opened, text: status === 'pushed' ? said.authorizing : said.fetching };
}

function verifiedTitle(credentials: readonly PresentedCredential[]): string {
  const said = outcomeTexts();
  const names = [...new Set(credentials.flatMap(namesOf).map(claimName))];
  const shown = names.slice(0, MOST_NAMES).join(', ');
  if (names.length === 0) return said.verified;
  return said.verifiedOf(names.length <= MOST_NAMES ? shown : `${shown} ${said.andMore(names.length - MOST_NAMES)}`);
}

function namesOf({ values }: PresentedCredential): readonly string[] {
  const spaces = nameSpacesIn(values);
  if (spaces !== undefined) return spaces.flatMap(([, elements]) => Object.keys(elements));
  return Object.keys(claimsIn(values)[0]);
}

type Values = Readonly<Record<string, unknown>>;

/** Claims about the holder, and claims that describe the credential. */
export function claimsIn(values: Values): readonly [holder: Values, credential: Values] {
  const entries = Object.entries(values);
  const of = (technical: boolean): Values =>
    Object.fromEntries(entries.filter(([name]) => TECHNICAL.has(name) === technical));
  return [of(false), of(true)];
}
