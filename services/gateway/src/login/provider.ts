/** A tenant's OpenID provider, which the library builds from the tenant's clients and keys. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isUnavailable } from '@countersign/shared/kernel/unavailable';
import { languageOf } from '@countersign/shared/pages/accept-language';
import type { Page } from '@countersign/shared/pages/page';
import { findKept } from './account.ts';
import { offeredAcr, reaches } from './acr.ts';
import { adapterFor } from './adapter.ts';
import { logoutSender } from './back-channel.ts';
import { type LoginClient, STANDARD_SCOPES, topOf } from './client.ts';
import { EVIDENCE } from './evidence.ts';
import { grantReferences, type References } from './grants.ts';
import { grantFor, promptPolicy } from './kept-session.ts';
import type { Account, Adapter, Library, LibraryContext, OfGrant, Provider } from './library.ts';
import { LIFETIMES } from './lifetimes.ts';
import { logoutPage } from './logout-page.ts';
import type { LoginParts } from './parts.ts';
import { loginProblem, loginProblemPage } from './problem-page.ts';
import { claimsParameterFinding, withoutLists } from './requested-claims.ts';

export interface ProviderOf {
  readonly tenant: string;
  /** The provider's identifier. */
  readonly issuer: string;
  readonly clients: readonly LoginClient[];
  readonly keys: readonly JsonObject[];
  readonly account: (id: string) => Promise<Account | undefined>;
  /** How interactions ended whose browser is being redirected back. */
  readonly ended: ReadonlyMap<string, JsonObject>;
}

export interface MadeProvider {
  readonly provider: Provider;
  readonly records: (kind: string) => Adapter;
  readonly references: References;
}

export async function makeProvider(library: Library, parts: LoginParts, of: ProviderOf): Promise<MadeProvider> {
  const { tenant, issuer, clients, account } = of;
  const vault = await parts.vaults.of(tenant);
  const references = grantReferences(vault.derive('login-tokens'), parts);
  const records = adapterFor({
    ...parts,
    tenant,
    references,
    ended: of.ended,
    keptUntil: async (id) => (await findKept(parts, tenant, id))?.endsAt,
    used: () => new library.errors.InvalidGrant('it was used before'),
  });
  const provider = new library.Provider(issuer, {
    adapter: records,
    clients: clients.map(metadataOf),
    jwks: { keys: of.keys },
    ...offered(clients),
    ...fixed,
    ttl: { ...fixed.ttl, Session: sessionLifetime(clients) },
    cookies: {
      keys: [vault.derive('login-cookies').toString('base64url')],
      short: { httpOnly: true, sameSite: 'lax', signed: true },
      long: { httpOnly: true, sameSite: 'none', signed: true },
      // One cookie at two paths: it identifies the interaction.
      names: { interaction: 'login', resume: 'login', session: 'login_session' },
    },
    features: featuresOf(library, parts, tenant),
    fetch: logoutSender(parts, tenant),
    loadExistingGrant: (ctx: LibraryContext) => grantFor(parts, { ...of, references }, ctx),
    interactions: {
      policy: promptPolicy(library, parts, of),
      url: (ctx: LibraryContext, { uid }: { readonly uid: string }) => {
        refuseUnmetAcr(library, ctx, clients);
        return `${new URL(issuer).pathname}/interaction/${uid}`;
      },
    },
    findAccount: (_: unknown, id: string) => account(id),
    pairwiseIdentifier: async (
      ctx: LibraryContext | undefined,
      id: string,
      { clientId }: { readonly clientId: string },
    ) => {
      const known = ctx?.oidc.account;
      const person = known?.accountId === id ? known : await account(id);
      return person?.client === clientId ? person.sub : undefined;
    },
    renderError: async (ctx: LibraryContext, out: { readonly error?: string }) => {
      if (out.error !== 'server_error') parts.log.info('login refused', { tenant, detail: out.error ?? '' });
      await showProblem(parts, tenant, ctx, out.error);
    },
  });
  // Endpoints and cookies follow PUBLIC_URL, whatever the proxy sends.
  provider.proxy = true;
  nameAfterGrant(provider.AuthorizationCode, references.code);
  nameAfterGrant(provider.AccessToken, references.token);
  provider.on('server_error', (ctx, error) => {
    if (error instanceof ProtocolError && isUnavailable(error)) showUnavailable(ctx, error);
    else parts.failed(tenant, error);
  });
  return { provider, records, references };
}

/** 503 with Retry-After, as at every other endpoint. The library shows its page after that, or has shown it. */
function showUnavailable(ctx: LibraryContext, error: ProtocolError): void {
  ctx.status = 503;
  for (const [name, value] of Object.entries(error.options.headers ?? {})) ctx.set(name, value);
  if (!ctx.type.includes('html')) ctx.body = { error: error.code, error_description: error.message };
}

/** Codes and tokens have our names. The library's method also settles the format. */
function nameAfterGrant({ prototype }: OfGrant, name: (grant: string) => string): void {
  const { generateTokenId } = prototype;
  prototype.generateTokenId = function named() {
    generateTokenId.call(this);
    return name(this.grantId);
  };
}

const fixed = {
  responseTypes: ['code'],
  subjectTypes: ['pairwise'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt', 'none'],
  clientDefaults: { grant_types: ['authorization_code'], response_types: ['code'] },
  enabledJWA: {
    idTokenSigningAlgValues: ['RS256', 'ES256'],
    userinfoSigningAlgValues: ['RS256', 'ES256'],
    clientAuthSigningAlgValues: ['RS256', 'ES256', 'HS256'],
  },
  // The account keeps scope claims out of the ID token, as each client's settings require.
  conformIdTokenClaims: false,
  allowOmittingSingleRegisteredRedirectUri: false,
  enableHttpPostMethods: true,
  routes: { authorization: '/auth', token: '/token', userinfo: '/me', jwks: '/jwks', end_session: '/session/end' },
  ttl: {
    AuthorizationCode: LIFETIMES.code,
    AccessToken: LIFETIMES.token,
    IdToken: LIFETIMES.token,
    Grant: LIFETIMES.code + LIFETIMES.token,
    Interaction: LIFETIMES.interaction,
  },
  // A login need not be kept anywhere, so a token does not depend on a session.
  expiresWithSession: () => false,
  extraClientMetadata: {
    properties: ['pkce'],
    validator: () => undefined,
  },
  pkce: {
    required: (_: unknown, client: { readonly pkce?: boolean; readonly clientAuthMethod: string }) =>
      client.pkce !== false || client.clientAuthMethod === 'none',
  },
};

/** Seconds. A browser's record that keeps a login ends with that login, which each client limits. */
function sessionLifetime(clients: readonly LoginClient[]) {
  const longest = Math.max(LIFETIMES.logout, ...clients.map(({ session }) => session));
  return (_: unknown, { accountId }: { readonly accountId?: string }): number =>
    accountId === undefined ? LIFETIMES.logout : longest;
}

/** The union of what the tenant's clients may request. Each receives only its own. */
function offered(clients: readonly LoginClient[]): object {
  const known = new Set(clients.flatMap(({ claims }) => [...claims.keys()].map(topOf)));
  const scopes: Record<string, readonly string[]> = {};
  for (const [scope, names] of Object.entries(STANDARD_SCOPES)) {
    const offering = names.filter((name) => known.has(name));
    if (offering.length > 0) scopes[scope] = offering;
  }
  for (const client of clients) {
    for (const [scope, names] of client.scopes) {
      scopes[scope] = [...new Set([...(scopes[scope] ?? []), ...names.map(topOf)])];
    }
  }
  const others = Object.fromEntries([...known].map((name) => [name, null]));
  const verified = clients.some((client) => client.verified !== undefined);
  return {
    scopes: ['openid', ...Object.keys(scopes)],
    claims: {
      ...others,
      ...(verified ? { verified_claims: null } : {}),
      openid: ['sub', 'acr', 'amr', 'auth_time'],
      ...scopes,
    },
    acrValues: offeredAcr(clients),
    discovery: discovered(clients),
  };
}

/** OpenID Connect for Identity Assurance 1.0, 9 */
function discovered(clients: readonly LoginClient[]): object {
  const verifying = clients.filter(({ verified }) => verified !== undefined);
  const common = { claim_types_supported: ['normal'], ui_locales_supported: ['en', 'de'] };
  if (verifying.length === 0) return common;
  const frameworks = verifying.flatMap(({ verified }) => verified?.trust_framework ?? []);
  return {
    ...common,
    verified_claims_supported: true,
    trust_frameworks_supported: [...new Set(frameworks)],
    evidence_supported: [EVIDENCE.type],
    electronic_records_supported: [EVIDENCE.record],
    claims_in_verified_claims_supported: [...new Set(verifying.flatMap(({ claims }) => [...claims.keys()].map(topOf)))],
  };
}

function metadataOf(client: LoginClient): JsonObject {
  const native = client.redirectUris.some((uri) => !uri.startsWith('https:'));
  return {
    client_id: client.id,
    client_name: client.name,
    ...(client.secret === undefined ? {} : { client_secret: client.secret }),
    ...(client.jwks === undefined ? {} : { jwks: client.jwks }),
    application_type: native ? 'native' : 'web',
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    ...(client.backchannelLogoutUri === undefined
      ? {}
      : { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }),
    token_endpoint_auth_method: client.authMethod,
    id_token_signed_response_alg: client.idTokenAlg,
    ...(client.userinfoAlg === undefined ? {} : { userinfo_signed_response_alg: client.userinfoAlg }),
    subject_type: 'pairwise',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    pkce: client.requirePkce,
  };
}

function featuresOf(library: Library, parts: LoginParts, tenant: string): object {
  const signedOut = (ctx: LibraryContext): Promise<void> => showProblem(parts, tenant, ctx, 'signed-out');
  return {
    devInteractions: { enabled: false },
    claimsParameter: {
      enabled: true,
      assertClaimsParameter: (ctx: LibraryContext, claims: Json) => {
        const finding = claimsParameterFinding(ctx.oidc.params.claims, claims);
        if (finding !== undefined) throw new library.errors.InvalidRequest(finding);
        ctx.oidc.params.claims = withoutLists(ctx.oidc.params.claims, claims);
      },
    },
    jwtUserinfo: { enabled: true },
    resourceIndicators: { enabled: false },
    backchannelLogout: { enabled: true },
    // Without a kept login the user isn't asked whether to sign out.
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx: LibraryContext, form: string) => showLogout(parts, tenant, ctx, form),
      postLogoutSuccessSource: signedOut,
    },
  };
}

/**
 * OpenID Connect Core Error Code unmet_authentication_requirements: an unreachable level is refused before the user
 * does anything.
 */
function refuseUnmetAcr({ errors }: Library, { oidc }: LibraryContext, clients: readonly LoginClient[]): void {
  const client = clients.find(({ id }) => id === oidc.client.clientId);
  if (client === undefined || reaches(client, oidc.params, false)) return;
  throw new errors.CustomOIDCProviderError('unmet_authentication_requirements', 'no login of this client reaches acr');
}

async function showProblem(
  { brandOf }: LoginParts,
  tenant: string,
  ctx: LibraryContext,
  error: string | undefined,
): Promise<void> {
  const language = languageOf(ctx.get('accept-language'));
  const brand = await brandOf(tenant, language);
  show(ctx, loginProblemPage({ language, brand, problem: loginProblem(error) }));
}

/** @param form of the library, with its token against forged requests */
async function showLogout({ brandOf }: LoginParts, tenant: string, ctx: LibraryContext, form: string): Promise<void> {
  const language = languageOf(ctx.get('accept-language'));
  const [, action = ''] = /action="([^"]+)"/.exec(form) ?? [];
  const [, token = ''] = /name="xsrf" value="([^"]+)"/.exec(form) ?? [];
  show(ctx, logoutPage({ language, brand: await brandOf(tenant, language), action, token }));
}

function show(ctx: LibraryContext, shown: Page): void {
  ctx.type = 'html';
  ctx.body = shown.html;
  for (const [name, value] of Object.entries(shown.headers)) ctx.set(name, value);
}
