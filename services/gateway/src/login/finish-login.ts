/**
 * The end of a login: the library receives the user, or the reason why there is no user. A presentation is used once,
 * in the browser that started the login: identified by its cookie, and, if the wallet returned to it, by the response
 * code too.
 */
import { type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { type LoginDocument, type LoginsDocument, logins } from '@countersign/shared/model/login/logins';
import { aboutPeople } from '@countersign/shared/model/session/people';
import { presentedAt } from '@countersign/shared/model/session/presented-claims';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { sessions } from '@countersign/shared/model/session/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { keptId, loginContext } from './account.ts';
import { saidAcr } from './acr.ts';
import { allowsAcross, sentOf } from './begin-login.ts';
import type { LoginClient } from './client.ts';
import type { Interaction } from './library.ts';
import { LIFETIMES } from './lifetimes.ts';
import { isDeclined, loginState } from './login-state.ts';
import type { LoginParts } from './parts.ts';
import { type Person, type Presented, personOf } from './person.ts';
import { claimsOf, requestedClaims } from './requested-claims.ts';
import { keepsRule } from './subject-rules.ts';

export interface Finishing {
  readonly cause: OperationRequest;
  readonly client: LoginClient;
  readonly interaction: Interaction;
  readonly login: LoginDocument;
  /** Code from the wallet's redirect. */
  readonly responseCode?: string;
  /** The wallet responded to the page itself: its signature contains the page's origin (OpenID4VP 1.0, A.4). */
  readonly onPage?: true;
}

export type Finished =
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'error'; readonly error: string; readonly description: string }
  /** The wallet has not responded, or its response is not accepted in this browser. */
  | { readonly kind: 'open' };

export function refused(error: string, description: string): Finished {
  return { kind: 'error', error, description };
}

/** @throws ProtocolError `conflict` for a wrong or used code */
export async function finishLogin(parts: LoginParts, finishing: Finishing): Promise<Finished> {
  const { cause, client, interaction, login, responseCode, onPage } = finishing;
  if (login.sealedPerson !== undefined) throw ended();
  const session = await ofTenant(parts.store, cause.tenant).get(sessions, login.session);
  switch (loginState(session, parts.clock())) {
    case 'expired':
      return refused('login_required', 'the wallet did not answer in time');
    case 'refused':
      return isDeclined(session)
        ? refused('access_denied', 'the user declined')
        : refused('access_denied', 'no credential was accepted');
    case 'continue':
      break;
    default:
      return { kind: 'open' };
  }
  if (responseCode !== undefined) await redeem(parts, cause, login.session, responseCode);
  else if (onPage === undefined && !countsHere(client, interaction, session)) return { kind: 'open' };
  return session === undefined ? { kind: 'open' } : take(parts, finishing, session);
}

/**
 * Whether a response completes the login in the browser that shows the page, without a redirect back to it. A response
 * to the link does not: the link may have been passed on to someone else.
 */
export function countsHere(
  client: LoginClient,
  interaction: Pick<Interaction, 'params'>,
  session: SessionDocument | undefined,
): boolean {
  const progress = session?.presentation?.progress;
  return allowsAcross(client, interaction) && progress?.state === 'verified' && progress.responseCode === undefined;
}

async function redeem(parts: LoginParts, cause: OperationRequest, session: string, code: string): Promise<void> {
  const asked = { method: 'POST', params: { sessionId: session }, query: { response_code: code } } as const;
  await parts.call('verifier.response-code.redeem', onBehalfOf(cause, asked));
}

async function take(parts: LoginParts, finishing: Finishing, session: SessionDocument): Promise<Finished> {
  const { cause, client, interaction, login, responseCode, onPage } = finishing;
  const { tenant } = cause;
  const progress = session.presentation?.progress;
  const sealed = session.presentation && presentedAt(session.presentation, parts.clock());
  if (progress?.state !== 'verified' || sealed === undefined) throw ended();
  if (!(await keepsRule(parts, tenant, client))) {
    parts.log.error("Login refused: this client's subjects have been created differently so far", {
      tenant,
      detail: client.id,
    });
    return refused('server_error', 'the client is not configured for this');
  }
  const vault = await parts.vaults.of(tenant);
  const presented = parseJson(vault.open(sealed, `session/${session.id}/credentials`));
  const { scope, claims } = interaction.params;
  const { types } = await sentOf(parts, login);
  const person = personOf({
    client,
    requested: requestedClaims(client, { scope, claims: claimsOf(claims) }),
    presented: presented as Json as unknown as readonly Presented[],
    verifiedAt: progress.verifiedAt,
    types: new Map(Object.entries(types).map(([id, type]) => [id, String(type)])),
    subjectKey: vault.derive('login-subjects'),
    fresh: () => parts.random(16).toString('base64url'),
    acr: saidAcr(client, interaction.params, responseCode === undefined && onPage === undefined),
  });
  if (person === undefined) return refused('access_denied', 'a claim is missing that tells people apart');
  if (!isExpected(interaction, person)) return refused('login_required', 'a different user responded');
  const known = { ...login, ...aboutPeople(session.people) };
  if (!(await keep(parts, known, person))) return { kind: 'open' };
  if (client.session > 0) await keepInBrowser(parts, { client, login: known, uid: interaction.uid }, person);
  return { kind: 'person', person };
}

/** OpenID Connect Core 1.0, 3.1.2.1: an application may insist on a user. The library has verified the hint. */
function isExpected({ params }: Interaction, { sub }: Person): boolean {
  const hinted = params.id_token_hint === undefined ? undefined : subjectOf(params.id_token_hint);
  const asked = claimsOf(params.claims).id_token as JsonObject | undefined;
  const wanted = (asked?.sub as JsonObject | undefined)?.value;
  return (hinted === undefined || hinted === sub) && (wanted === undefined || wanted === sub);
}

function subjectOf(idToken: string): Json | undefined {
  const [, payload = ''] = idToken.split('.');
  return (parseJson(Buffer.from(payload, 'base64url').toString('utf8')) as JsonObject).sub;
}

/** By compare-and-set: of two requests of one browser, one completes the login. */
async function keep(parts: LoginParts, login: LoginDocument, person: Person): Promise<boolean> {
  const vault = await parts.vaults.of(login.tenant);
  const { sealedLink: _, ...rest } = login;
  const endsAt = parts.clock() + (LIFETIMES.code + LIFETIMES.token) * 1000;
  const sealedPerson = vault.seal(JSON.stringify(person), loginContext(login));
  const document = { ...rest, endsAt, sealedPerson };
  return (await ofTenant(parts.store, login.tenant).replace<LoginsDocument>(logins, document)) !== undefined;
}

/** The user's identity, without the presented claims. */
async function keepInBrowser(
  { store, vaults }: LoginParts,
  { client, login, uid }: { readonly client: LoginClient; readonly login: LoginDocument; readonly uid: string },
  person: Person,
): Promise<void> {
  const { tenant } = login;
  const id = keptId(tenant, uid);
  const bare: Person = { ...person, userinfo: {}, idToken: {}, claims: {}, evidence: [] };
  const sealedPerson = (await vaults.of(tenant)).seal(JSON.stringify(bare), loginContext({ id }));
  const endsAt = (person.authTime + client.session) * 1000;
  const about = aboutPeople(login.people);
  const kept = { id, tenant, kind: 'kept', client: client.id, endsAt, sealedPerson, ...about } as const;
  await ofTenant(store, tenant).insert<LoginsDocument>(logins, kept);
}

function ended(): ProtocolError {
  return new ProtocolError('gone', 'The login is complete', { reason: 'login_ended' });
}
