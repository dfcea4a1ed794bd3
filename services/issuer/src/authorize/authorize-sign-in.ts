/**
 * Sign-in at the tenant's identity provider, between the request_uri and the code: a page that shows who requests what,
 * the redirect to the provider, and the provider's response.
 */
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import type { Reported, ReportingOperation } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { withParameters } from '@countersign/shared/kernel/redirect-uri';
import type { AuthorizationRequest } from '@countersign/shared/model/session/issuance-part';
import { PAGE_CONTENT_TYPE } from '@countersign/shared/pages/page';
import type { Platform } from '@countersign/shared/runtime/service';
import type { AuthorizationServer } from '../client/received.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { checkRequestUri, unknownRequestUri } from '../session/authorization-transitions.ts';
import { changeIssuance, findSession } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import {
  askToSignIn,
  beginSignIn,
  completeSignIn,
  refuseSignIn,
  type SignInRequest,
  signInOver,
  takeSignIn,
} from '../session/sign-in-transitions.ts';
import type { SignInAttempt } from '../sign-in/sign-in-client.ts';
import type { SignInProvider } from '../sign-in/sign-in-providers.ts';
import { describedIssuance, pagePath } from './authorize-page-contents.ts';
import type { Visit } from './authorize-presentation.ts';
import { browserOf, cookieHeader, cookieSecret, pageReference, SIGN_IN_TTL } from './sign-in-browser.ts';
import { sealedPersonClaims } from './signed-in-person.ts';

type SignInServer = Pick<AuthorizationServer, 'platform' | 'configurations' | 'signIn'>;

/**
 * Returns the page, and returns it again if the same browser reloads it. If the tenant no longer has a provider,
 * redirects to the wallet.
 * @throws ProtocolError `invalid_request_uri`, `invalid_request`
 */
export async function askForSignIn(visit: Visit & Pick<AuthorizationServer, 'signIn'>): Promise<OperationReply> {
  const { platform, request, clientId, found, signIn } = visit;
  const { session, hash } = found;
  const secret = cookieSecret(platform, request) ?? platform.random(32).toString('base64url');
  const reference = await pageReference(platform, session, secret);
  const now = platform.clock();
  const uri = { requestUriHash: hash, clientId, now };
  const page = { ...uri, browserHash: reference.hash, until: now + SIGN_IN_TTL * 1000 };
  const changed = await changeIssuance(platform, session, (present) => askToSignIn(present, page));
  if (changed === undefined) throw unknownRequestUri({ reason: 'request_uri_unknown' });
  const browser = { requestUriHash: hash, browserHash: reference.hash, now };
  const provider = await providerOf({ signIn }, request).catch((error: unknown) => error);
  if (provider instanceof ProtocolError) return refuse(platform, changed.session, browser, provider);
  if (!isProvider(provider)) throw provider;
  const described = await describedIssuance(visit, request, changed.session);
  const { html, headers } = signInPage({
    ...described,
    wallet: checkRequestUri(changed.session.issuance, uri).request.redirectUri,
    provider: provider.settings.issuer,
    signIn: pagePath(platform, request.tenant, `sign-in/${reference.text}`),
    decline: pagePath(platform, request.tenant, `decline/${reference.text}`),
  });
  const cookie = { 'set-cookie': cookieHeader(platform, secret) };
  return { status: 200, raw: html, contentType: PAGE_CONTENT_TYPE, headers: { ...headers, ...cookie } };
}

/** `GET authorize/sign-in/{reference}` and `GET authorize/callback`. */
export function signInOperations(server: SignInServer): Readonly<Record<'begin' | 'callback', ReportingOperation>> {
  return {
    begin: (request, reports) => redirectToProvider(server, { request, reports }),
    callback: (request, reports) => receiveAnswer(server, { request, reports }),
  };
}

/**
 * 303 to the provider, or back to the wallet if the provider is unreachable. @throws ProtocolError `invalid_request`
 */
async function redirectToProvider(server: SignInServer, asked: Reported): Promise<OperationReply> {
  const { request } = asked;
  const { platform, signIn } = server;
  const { random, clock, vaults } = platform;
  const { session, browserHash } = await openedBy(platform, asked, request.params.reference);
  const state = newReference(session.handle, random);
  const begin = (present: IssuanceSession, sealed: string) =>
    beginSignIn(present, { browserHash, now: clock() }, { stateHash: state.hash, sealed });
  // Checked first, so that a refused request sends nothing to the provider.
  begin(session, '');
  const { progress } = session.issuance;
  const requestUriHash = progress.state === 'pushed' ? progress.requestUriHash : '';
  try {
    const provider = await providerOf(server, request);
    const attempt: SignInAttempt = {
      issuer: provider.settings.issuer,
      redirectUri: `${credentialIssuer(platform.settings.PUBLIC_URL, request.tenant)}/authorize/callback`,
      nonce: random(32).toString('base64url'),
      codeVerifier: random(32).toString('base64url'),
    };
    const location = await signIn.client.begin(provider, attempt, state.text);
    const vault = await vaults.of(request.tenant);
    const sealed = vault.seal(JSON.stringify(attempt), attemptContext(session));
    const changed = await changeIssuance(platform, session, (present) => begin(present, sealed));
    if (changed === undefined) throw signInOver({ reason: 'sign_in_unknown' });
    return redirect(location);
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.code === 'invalid_request') throw error;
    return refuse(platform, session, { requestUriHash, browserHash, now: clock() }, error);
  }
}

/**
 * Handles the provider's response, once: 303 to the wallet with the code, or with the error.
 * @throws ProtocolError `invalid_request` if this browser did not start the sign-in, or a response was already handled
 */
async function receiveAnswer(server: SignInServer, asked: Reported): Promise<OperationReply> {
  const { request } = asked;
  const { platform } = server;
  const { clock, vaults } = platform;
  const { state = '' } = request.query;
  const { session, hash: stateHash, browserHash } = await openedBy(platform, asked, state);
  const taken = await changeIssuance(platform, session, (present) =>
    takeSignIn(present, { stateHash, browserHash, now: clock() }),
  );
  if (taken === undefined) throw signInOver({ reason: 'sign_in_unknown' });
  const { sealed, requestUriHash } = taken.result;
  const vault = await vaults.of(request.tenant);
  const attempt = JSON.parse(vault.open(sealed, attemptContext(session))) as SignInAttempt;
  try {
    const sealedSignedIn = await sealedPersonClaims(server, request, taken.session, { attempt, state });
    return await answerCode(platform, taken.session, {
      requestUriHash,
      browserHash,
      ...(sealedSignedIn === undefined ? {} : { sealedSignedIn }),
    });
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.code === 'invalid_request') throw error;
    return refuse(platform, taken.session, { requestUriHash, browserHash, now: clock() }, error);
  }
}

async function answerCode(
  platform: Platform,
  session: IssuanceSession,
  signedIn: Omit<SignInRequest, 'now'> & { readonly sealedSignedIn?: string },
): Promise<OperationReply> {
  const { clock, random } = platform;
  const { codeTtl } = platform.requirementsOf(session.tenant);
  const code = newReference(session.handle, random);
  const changed = await changeIssuance(platform, session, (present) => {
    const now = clock();
    const codeExpiresAt = now + codeTtl * 1000;
    return completeSignIn(present, { ...signedIn, now, codeHash: code.hash, codeExpiresAt });
  });
  if (changed === undefined) throw signInOver({ reason: 'sign_in_unknown' });
  return toWallet(platform, session, changed.result, { code: code.text });
}

/** The session with this reference, and the browser if its cookie belongs to it. */
async function openedBy(
  platform: Platform,
  asked: Reported,
  reference: string | undefined,
): Promise<{ readonly session: IssuanceSession; readonly hash: string; readonly browserHash: string }> {
  const found = await findSession(platform, asked, reference);
  const browserHash = found && (await browserOf(platform, asked.request, found.session));
  if (found === undefined) throw signInOver({ reason: 'sign_in_unknown' });
  if (browserHash === undefined) throw signInOver({ reason: 'sign_in_browser' });
  return { ...found, browserHash };
}

/** Ends the attempt and redirects to the wallet with the error (RFC 6749, 4.1.2.1). */
async function refuse(
  platform: Platform,
  session: IssuanceSession,
  refused: SignInRequest,
  error: ProtocolError,
): Promise<OperationReply> {
  const { id, tenant } = session;
  platform.log.warn('sign-in without a code', { session: id, tenant, code: error.code, ...errorFields(error) });
  const changed = await changeIssuance(platform, session, (present) => refuseSignIn(present, refused));
  if (changed === undefined) throw signInOver({ reason: 'sign_in_unknown' });
  const reply = toWallet(platform, session, changed.result, { error: error.code, error_description: error.message });
  return { ...reply, refusal: error };
}

/** 303: a browser continues with GET, whatever it sent. */
function toWallet(
  { settings }: Pick<Platform, 'settings'>,
  { tenant }: IssuanceSession,
  { redirectUri, state }: AuthorizationRequest,
  answer: Readonly<Record<string, string>>,
): OperationReply {
  const iss = credentialIssuer(settings.PUBLIC_URL, tenant);
  return redirect(withParameters(redirectUri, { ...answer, state, iss }));
}

function redirect(location: string): OperationReply {
  return { status: 303, headers: { location, 'cache-control': 'no-store' } };
}

async function providerOf(
  { signIn }: Pick<SignInServer, 'signIn'>,
  { tenant }: OperationRequest,
): Promise<SignInProvider> {
  const provider = await signIn.providers.of(tenant);
  if (provider !== undefined) return provider;
  throw new ProtocolError('temporarily_unavailable', 'The sign-in is not available at the moment', {
    reason: 'sign_in_missing',
  });
}

function isProvider(value: unknown): value is SignInProvider {
  return typeof value === 'object' && value !== null && 'settings' in value;
}

function attemptContext({ id }: IssuanceSession): string {
  return `session/${id}/sign-in`;
}
