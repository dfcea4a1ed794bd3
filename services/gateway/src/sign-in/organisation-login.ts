/**
 * User sign-in through OpenID Connect (Core 1.0, 3.1): code flow with PKCE, nonce, and a state that only the browser
 * that started can use. The attempt travels in a sealed cookie, so that it needs no document, and any replica can end
 * it. The issuer calls the provider.
 */
import { browserCookie } from '@countersign/shared/http/browser-cookie';
import { type Operation, type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { sameSecret } from '../authenticate/client-secret.ts';
import { checkTenantServed, type TenantStatusOf } from '../authenticate/tenant-status.ts';
import { beginSession, type ConsoleLoginParts } from './console-login.ts';
import { neededClaims, personOf } from './person.ts';

/** Seconds from the redirect to the provider until its response. */
const ATTEMPT_TTL = 600;
/** Parameters of the response that the provider's client reads (RFC 6749, 4.1.2; RFC 9207). */
const ANSWER = ['state', 'code', 'iss', 'error'] as const;

export interface OrganisationParts
  extends Pick<ConsoleLoginParts, 'consoleSessions' | 'audit'>,
    Pick<Platform, 'settings' | 'vaults' | 'cache' | 'clock' | 'random' | 'call'> {
  readonly tenantStatusOf: TenantStatusOf;
}

interface Attempt {
  readonly state: string;
  /** Milliseconds. */
  readonly until: number;
  readonly issuer: string;
  readonly redirectUri: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** `GET /console/login/oidc`: redirects to the provider. */
export function beginOrganisationLogin(parts: OrganisationParts): Operation {
  const { settings, vaults, clock, random, call } = parts;
  const cookie = attemptCookie(settings.PUBLIC_URL);
  return async (request) => {
    const issuer = providerOf(parts);
    const secret = (): string => random(32).toString('base64url');
    const attempt: Attempt = {
      state: secret(),
      nonce: secret(),
      codeVerifier: secret(),
      issuer,
      redirectUri: `${settings.PUBLIC_URL}/console/login/callback`,
      until: clock() + ATTEMPT_TTL * 1000,
    };
    const asked = {
      method: 'POST',
      body: { attempt: { ...attempt }, state: attempt.state },
      encoding: 'json',
    } as const;
    // The redirect comes from another site, so the browser does not send the cookie.
    await parts.consoleSessions.end(request.headers.cookie);
    const { body } = await call('issuer.people.begin', onBehalfOf(request, asked));
    if (!isObject(body) || typeof body.url !== 'string') throw new Error('The issuer named no address');
    const sealed = (await vaults.of(DEFAULT_TENANT)).seal(JSON.stringify(attempt), CONTEXT);
    return { status: 303, headers: { location: body.url, 'set-cookie': cookie.set(sealed) } };
  };
}

/** `GET /console/login/callback`: handles the provider's response, signs the user in, and redirects to the console. */
export function endOrganisationLogin(parts: OrganisationParts): Operation {
  const { settings, call } = parts;
  return async (request) => {
    providerOf(parts);
    const attempt = await takeAttempt(parts, request);
    const query = Object.fromEntries(ANSWER.flatMap((name) => pair(name, request.query[name])));
    const body = { attempt: { ...attempt }, state: attempt.state, query, needed: neededClaims(settings) };
    const asked = { method: 'POST', body, encoding: 'json' } as const;
    const { body: answer } = await call('issuer.people.finish', onBehalfOf(request, asked)).catch((error) => {
      throw notSignedIn(error);
    });
    const claims = isObject(answer) && isObject(answer.claims) ? answer.claims : {};
    const person = await admitted(parts, claims);
    const { setCookie } = await beginSession(parts, request, person);
    return { status: 303, headers: { location: `${settings.PUBLIC_URL}/console`, 'set-cookie': setCookie } };
  };
}

const CONTEXT = 'console-login';

/** Lax: the provider's redirect is a navigation from another site. */
function attemptCookie(publicUrl: string) {
  const value = /^[A-Za-z0-9_-]{1,2000}$/;
  return browserCookie({ publicUrl, name: 'countersign-login', sameSite: 'Lax', lifetime: ATTEMPT_TTL, value });
}

function providerOf({ settings }: Pick<OrganisationParts, 'settings'>): string {
  const { MANAGEMENT_OIDC_ISSUER: issuer, CONSOLE } = settings;
  if (issuer !== undefined && CONSOLE === 'on') return issuer;
  throw new ProtocolError('not_found', 'People sign in with no identity provider', { reason: 'not_offered' });
}

/** The attempt of this browser, once. @throws ProtocolError `unauthenticated` */
async function takeAttempt(
  { settings, vaults, cache, clock }: OrganisationParts,
  { headers, query }: OperationRequest,
): Promise<Attempt> {
  const sealed = attemptCookie(settings.PUBLIC_URL).read(headers.cookie);
  if (sealed === undefined) throw otherBrowser();
  const attempt = await opened(vaults, sealed);
  if (attempt === undefined || !sameSecret(attempt.state, query.state ?? '')) throw otherBrowser();
  const left = attempt.until - clock();
  const marked = left > 0 ? await cache.addOnce(`console-login/${attempt.state}`, left) : undefined;
  if (marked?.first === true) return attempt;
  throw new ProtocolError('unauthenticated', 'The sign-in has expired or was already used', {
    reason: 'sign_in_expired',
  });
}

async function opened(vaults: Platform['vaults'], sealed: string): Promise<Attempt | undefined> {
  try {
    return parseJson((await vaults.of(DEFAULT_TENANT)).open(sealed, CONTEXT)) as unknown as Attempt;
  } catch {
    return undefined;
  }
}

/** The user, if their tenant exists on this server and is served. */
async function admitted({ settings, tenantStatusOf }: OrganisationParts, claims: JsonObject) {
  const person = personOf(claims, settings);
  const exists = person.tenant !== DEFAULT_TENANT || settings.AUTH_API_KEY !== undefined;
  const served = exists ? await tenantStatusOf(person.tenant) : undefined;
  if (served === 'suspended') checkTenantServed(served);
  if (served === 'served') return person;
  throw new ProtocolError('forbidden', 'Your account has no access here', {
    reason: 'person_not_admitted',
    facts: { detail: 'tenant' },
  });
}

function otherBrowser(): ProtocolError {
  return new ProtocolError('unauthenticated', 'The sign-in was started in a different browser', {
    reason: 'sign_in_browser',
  });
}

/** The provider's refusal, or an invalid response. An outage stays an outage. */
function notSignedIn(error: unknown): unknown {
  if (!(error instanceof ProtocolError) || error.code !== 'access_denied') return error;
  return new ProtocolError('unauthenticated', error.message, error.options);
}

function pair(name: string, value: string | undefined): readonly [string, string][] {
  return value === undefined ? [] : [[name, value]];
}
