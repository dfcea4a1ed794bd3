/** The client of an identity provider: OpenID Connect Core 1.0, code flow, with openid-client behind our own port. */
import type { Outbound } from '@countersign/shared/http/outbound';
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { LRUCache } from 'lru-cache';
import * as oidc from 'openid-client';
import { guardedFetch } from './guarded-fetch.ts';
import type { SignInProvider } from './sign-in-providers.ts';
import type { SignInSettings } from './sign-in-settings.ts';
import { checkAcr } from './signed-in-claims.ts';

/** The values of one attempt, sealed in the session from the redirect to the provider until its response. */
export interface SignInAttempt {
  /** Issuer identifier of the provider that the user was sent to. */
  readonly issuer: string;
  readonly redirectUri: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface SignInClient {
  /**
   * The URL at the provider that a browser is redirected to; pushed if the provider offers it (RFC 9126).
   * @throws ProtocolError `temporarily_unavailable`, `server_error`
   */
  begin(provider: SignInProvider, attempt: SignInAttempt, state: string): Promise<string>;
  /**
   * Exchanges the provider's response for the user's claims. Tokens are dropped.
   * @throws ProtocolError `access_denied`, `temporarily_unavailable`
   */
  finish(provider: SignInProvider, answer: SignInAnswer): Promise<JsonObject>;
}

export interface SignInAnswer {
  readonly attempt: SignInAttempt;
  readonly state: string;
  /** The callback's parameters. */
  readonly query: Readonly<Record<string, string>>;
  /** Names of the claims to request from the UserInfo endpoint if the ID token lacks one. */
  readonly needed: readonly string[];
}

/** Milliseconds that discovered metadata is used. */
const FRESH = 600_000;
/** Most providers whose metadata is kept. */
const MAX_KEPT = 1000;
/** Seconds that openid-client waits. The outbound client times out earlier. */
const TIMEOUT = 10;

interface Discovered {
  readonly until: number;
  readonly found: Promise<oidc.Configuration>;
}

export function createSignInClient({
  outbound,
  clock,
}: {
  readonly outbound: Outbound;
  readonly clock: Clock;
}): SignInClient {
  const fetch = guardedFetch(outbound);
  const kept = new LRUCache<string, Discovered>({ max: MAX_KEPT });

  const discovered = ({ settings, version }: SignInProvider): Promise<oidc.Configuration> => {
    const key = `${version} ${settings.issuer} ${settings.clientId}`;
    const before = kept.get(key);
    if (before !== undefined && clock() < before.until) return before.found;
    const found = discover(settings, fetch);
    const discovery = { until: clock() + FRESH, found };
    kept.set(key, discovery);
    // A failure is not kept: the next user's sign-in tries again.
    found.catch(() => kept.peek(key) === discovery && kept.delete(key));
    return found;
  };

  return {
    async begin(provider, { redirectUri, nonce, codeVerifier }, state) {
      const { settings } = provider;
      try {
        const configuration = await discovered(provider);
        const parameters = {
          redirect_uri: redirectUri,
          scope: settings.scope,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(settings.acr === undefined ? {} : { acr_values: settings.acr.join(' ') }),
          ...(settings.maxAge === undefined ? {} : { max_age: String(settings.maxAge) }),
        };
        const pushes = configuration.serverMetadata().pushed_authorization_request_endpoint !== undefined;
        const url = pushes
          ? await oidc.buildAuthorizationUrlWithPAR(configuration, parameters)
          : oidc.buildAuthorizationUrl(configuration, parameters);
        return url.href;
      } catch (error) {
        throw unavailable(error);
      }
    },

    async finish(provider, { attempt, state, query, needed }) {
      const { settings } = provider;
      // If the provider's settings have changed, the new one must not respond for the provider that the user was sent
      // to.
      if (settings.issuer !== attempt.issuer) {
        const facts = { expected: attempt.issuer, received: settings.issuer };
        throw denied('The provider was changed in the meantime', { reason: 'sign_in_provider_changed', facts });
      }
      const configuration = await discovered(provider).catch((error) => {
        throw unavailable(error);
      });
      const url = new URL(attempt.redirectUri);
      for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
      try {
        const answer = await oidc.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.codeVerifier,
          idTokenExpected: true,
          ...(settings.maxAge === undefined ? {} : { maxAge: settings.maxAge }),
        });
        const claims = answer.claims();
        if (claims === undefined) {
          throw denied('The provider sent no ID token', { reason: 'sign_in_answer', facts: { detail: 'no_id_token' } });
        }
        checkAcr(settings, claims.acr);
        return await allClaims(configuration, needed, claims as unknown as JsonObject, answer.access_token);
      } catch (error) {
        throw error instanceof ProtocolError ? error : finding(error);
      }
    },
  };
}

async function discover(settings: SignInSettings, fetch: oidc.CustomFetch): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const insecure = new URL(issuer).protocol === 'http:';
  const configuration = await oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
    {
      timeout: TIMEOUT,
      [oidc.customFetch]: fetch,
      execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
    },
  );
  const metadata = configuration.serverMetadata();
  // openid-client compares URLs. ID tokens and `iss` are compared as strings.
  if (metadata.issuer !== issuer) throw new Error('The metadata contains a different issuer');
  const page = new URL(metadata.authorization_endpoint ?? '');
  if (page.protocol !== 'https:' && !(insecure && page.protocol === 'http:')) {
    throw new Error('The authorization endpoint is not https');
  }
  return clientSecret === undefined || !wantsPost(metadata) ? configuration : withPost(settings, configuration, fetch);
}

/** OpenID Connect Discovery 1.0, 3: without the member it is client_secret_basic. */
function wantsPost({ token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata): boolean {
  return methods !== undefined && !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
}

function withPost(
  { clientId, clientSecret, issuer }: SignInSettings,
  found: oidc.Configuration,
  fetch: oidc.CustomFetch,
): oidc.Configuration {
  const configuration = new oidc.Configuration(
    found.serverMetadata(),
    clientId,
    undefined,
    oidc.ClientSecretPost(clientSecret),
  );
  configuration.timeout = TIMEOUT;
  configuration[oidc.customFetch] = fetch;
  oidc.enableNonRepudiationChecks(configuration);
  if (new URL(issuer).protocol === 'http:') oidc.allowInsecureRequests(configuration);
  return configuration;
}

/** The ID token's claims, and the UserInfo endpoint's if the ID token lacks a needed claim. */
async function allClaims(
  configuration: oidc.Configuration,
  needed: readonly string[],
  claims: JsonObject,
  accessToken: string,
): Promise<JsonObject> {
  const lacks = needed.some((name) => !Object.hasOwn(claims, name));
  if (!lacks || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  const more = await oidc.fetchUserInfo(configuration, accessToken, String(claims.sub));
  // The signed ID token wins.
  return { ...(more as unknown as JsonObject), ...claims };
}

/** What a failed exchange means to the wallet. */
function finding(error: unknown): ProtocolError {
  if (error instanceof oidc.AuthorizationResponseError) {
    return error.error === 'temporarily_unavailable' || error.error === 'server_error'
      ? unavailable(error)
      : denied('The sign-in was refused or cancelled', refusedBy(error), error);
  }
  // An unreachable provider, and 5xx responses, may work later.
  const status = error instanceof oidc.ResponseBodyError ? error.status : undefined;
  if (isOutage(error) || (status !== undefined && status >= 500)) return unavailable(error);
  const detail = codeOf(error);
  const facts = detail === undefined ? {} : { detail };
  return denied("The provider's response is not valid", { reason: 'sign_in_answer', facts }, error);
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'OutboundError' || error.name === 'TimeoutError' || error.name === 'AbortError') return true;
  if (error.cause instanceof Response) return error.cause.status >= 500;
  return isOutage(error.cause);
}

/** The provider's error code. Its text may reveal something about the user. */
function refusedBy({ error: received }: oidc.AuthorizationResponseError): Reasoned {
  return { reason: 'sign_in_refused', facts: { received } };
}

/** openid-client's error code, a constant such as `OAUTH_JWT_CLAIM_COMPARISON_FAILED`. */
function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z_]{1,64}$/.test(code) ? code : undefined;
}

function denied(description: string, why: Reasoned, cause?: unknown): ProtocolError {
  return new ProtocolError('access_denied', description, cause === undefined ? why : { cause, ...why });
}

function unavailable(cause: unknown): ProtocolError {
  return new ProtocolError('temporarily_unavailable', 'The sign-in is not available at the moment', {
    cause,
    reason: 'dependency_away',
    facts: { dependency: 'identity provider' },
  });
}
