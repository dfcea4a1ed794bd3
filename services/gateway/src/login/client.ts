/** An application where users sign in with their wallets, as its configuration has it. Pure. */
import type { WrittenLoginClient } from '@countersign/shared/configuration-documents/login-client';
import type { CredentialPath } from '@countersign/shared/crypto/pairwise-subject';
import type { Sourced } from '@countersign/shared/flow-config/listed';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { isWebAddress, parseRedirectUri } from '@countersign/shared/kernel/redirect-uri';

export interface LoginClient extends Sourced {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** Seconds for which a login is kept in the browser. */
  readonly session: number;
  readonly backchannelLogoutUri?: string;
  readonly authMethod: NonNullable<WrittenLoginClient['token_endpoint_auth_method']>;
  readonly secret?: string;
  readonly jwks?: JsonObject;
  readonly idTokenAlg: 'RS256' | 'ES256';
  readonly userinfoAlg?: 'RS256' | 'ES256';
  readonly requirePkce: boolean;
  /** Id of the presentation configuration. */
  readonly presentation: string;
  readonly claims: ReadonlyMap<string, CredentialPath>;
  /** The client's own scopes. */
  readonly scopes: ReadonlyMap<string, readonly string[]>;
  readonly claimsInIdToken: boolean;
  readonly subject: SubjectKind;
  readonly acr?: string;
  readonly verified?: WrittenLoginClient['verified'];
  readonly crossDevice: boolean;
}

export type SubjectKind =
  | {
      readonly kind: 'pairwise';
      readonly from: readonly CredentialPath[];
      readonly trust?: string;
      readonly replaces: boolean;
    }
  | { readonly kind: 'transient' };

/** OpenID Connect Core 1.0, 5.4 */
export const STANDARD_SCOPES: Readonly<Record<string, readonly string[]>> = {
  profile: [
    'name',
    'given_name',
    'family_name',
    'middle_name',
    'nickname',
    'preferred_username',
    'profile',
    'picture',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
    'updated_at',
  ],
  email: ['email'],
  address: ['address'],
  phone: ['phone_number'],
};

/** Claims that a token sets itself. A credential's claims never replace them. */
const RESERVED = new Set(
  'sub iss aud exp nbf iat jti nonce acr amr azp auth_time sid at_hash c_hash s_hash verified_claims email_verified phone_number_verified _claim_names _claim_sources'.split(
    ' ',
  ),
);

/** Members of the written client that the schema has checked. */
export function readClient(
  written: WrittenLoginClient,
  { secret, ...sourced }: Sourced & { readonly secret?: string | undefined },
): LoginClient {
  const { subject } = written;
  const { trust } = subject;
  return {
    ...sourced,
    name: written.name,
    redirectUris: written.redirect_uris,
    postLogoutRedirectUris: written.post_logout_redirect_uris ?? [],
    session: written.session ?? 0,
    ...(written.backchannel_logout_uri === undefined ? {} : { backchannelLogoutUri: written.backchannel_logout_uri }),
    authMethod: written.token_endpoint_auth_method ?? 'client_secret_basic',
    ...(secret === undefined ? {} : { secret }),
    ...(written.jwks === undefined ? {} : { jwks: written.jwks }),
    idTokenAlg: written.id_token_signed_response_alg ?? 'RS256',
    ...(written.userinfo_signed_response_alg === undefined
      ? {}
      : { userinfoAlg: written.userinfo_signed_response_alg }),
    requirePkce: written.require_pkce ?? true,
    presentation: written.presentation,
    claims: new Map(Object.entries(written.claims)),
    scopes: new Map(Object.entries(written.scopes ?? {})),
    claimsInIdToken: written.claims_in === 'id_token',
    subject:
      subject.kind === 'transient'
        ? { kind: 'transient' }
        : {
            kind: 'pairwise',
            from: subject.from ?? [],
            ...(trust === undefined ? {} : { trust }),
            replaces: subject.whenChanged === 'new-subjects',
          },
    ...(written.acr === undefined ? {} : { acr: written.acr }),
    ...(written.verified === undefined ? {} : { verified: written.verified }),
    crossDevice: written.crossDevice ?? false,
  };
}

/** Errors that the schema can't express. */
export function clientFindings(written: WrittenLoginClient, source: Sourced['source']): readonly FieldError[] {
  return [
    ...addressFindings('redirect_uris', written.redirect_uris),
    ...addressFindings('post_logout_redirect_uris', written.post_logout_redirect_uris ?? []),
    ...logoutFindings(written),
    ...sectorFindings(written),
    ...credentialFindings(written, source),
    ...claimFindings(written),
    ...subjectFindings(written),
  ];
}

/** The host that separates one client's subjects from another's (OpenID Connect Core 1.0, 8.1). */
export function sectorOf({ redirectUris }: Pick<LoginClient, 'redirectUris'>): string {
  return sectorsOf(redirectUris)[0] ?? '';
}

function sectorsOf(uris: readonly string[]): readonly string[] {
  return [
    ...new Set(
      uris.map((uri) => {
        const url = new URL(uri);
        return url.host === '' || !/^https?:$/.test(url.protocol) ? url.protocol : url.hostname;
      }),
    ),
  ];
}

function addressFindings(member: string, uris: readonly string[]): readonly FieldError[] {
  return uris.flatMap((uri, index) => {
    const url = parseRedirectUri(uri);
    const usable = url !== undefined && (isWebAddress(url) || /^[a-z][a-z0-9+-]*\.[a-z0-9.+-]+:$/.test(url.protocol));
    if (usable && !uri.includes('#')) return [];
    const detail = 'An https URL, a loopback address or a private scheme with a dot, without a fragment';
    return [{ pointer: `/${member}/${index}`, detail }];
  });
}

function logoutFindings({ session = 0, backchannel_logout_uri: uri }: WrittenLoginClient): readonly FieldError[] {
  if (uri === undefined) return [];
  const url = parseRedirectUri(uri);
  if (url === undefined || !isWebAddress(url) || uri.includes('#')) {
    return [{ pointer: '/backchannel_logout_uri', detail: 'An https URL or a loopback address, without a fragment' }];
  }
  return session > 0 ? [] : [{ pointer: '/backchannel_logout_uri', detail: 'Needs `session`: no login is kept' }];
}

function sectorFindings({ redirect_uris: uris, subject }: WrittenLoginClient): readonly FieldError[] {
  if (subject.kind !== 'pairwise' || uris.some((uri) => !URL.canParse(uri)) || sectorsOf(uris).length === 1) return [];
  return [{ pointer: '/redirect_uris', detail: 'Pairwise subjects need one host: create a client for each host' }];
}

const SHORTEST_SECRET = 32;

function credentialFindings(written: WrittenLoginClient, source: Sourced['source']): readonly FieldError[] {
  const method = written.token_endpoint_auth_method ?? 'client_secret_basic';
  const { client_secret: secret, client_secret_env: variable, jwks } = written;
  const needsSecret = method.startsWith('client_secret');
  const missing = needsSecret && secret === undefined && variable === undefined;
  return [
    ...(missing ? [{ pointer: '/client_secret', detail: `${method} needs a client_secret` }] : []),
    ...(secret !== undefined && secret.length < SHORTEST_SECRET
      ? [{ pointer: '/client_secret', detail: `At least ${SHORTEST_SECRET} characters` }]
      : []),
    ...(secret !== undefined && variable !== undefined
      ? [{ pointer: '/client_secret_env', detail: 'Only one of client_secret and client_secret_env' }]
      : []),
    ...(variable !== undefined && source === 'api'
      ? [{ pointer: '/client_secret_env', detail: 'Only a file may refer to an environment variable' }]
      : []),
    ...(!needsSecret && (secret !== undefined || variable !== undefined)
      ? [{ pointer: '/client_secret', detail: `${method} has no secret` }]
      : []),
    ...(method === 'private_key_jwt' && !hasKeys(jwks)
      ? [{ pointer: '/jwks', detail: 'private_key_jwt needs jwks with public keys' }]
      : []),
    ...(method === 'none' && written.require_pkce === false
      ? [{ pointer: '/require_pkce', detail: 'A public client needs PKCE' }]
      : []),
  ];
}

function hasKeys(jwks: JsonObject | undefined): boolean {
  return Array.isArray(jwks?.keys) && jwks.keys.length > 0 && jwks.keys.every((key: JsonObject) => !('d' in key));
}

function claimFindings({ claims, scopes = {} }: WrittenLoginClient): readonly FieldError[] {
  const known = new Set(Object.keys(claims).map(topOf));
  return [
    ...Object.keys(claims).flatMap((name) =>
      RESERVED.has(topOf(name))
        ? [{ pointer: `/claims/${name}`, detail: 'The provider sets this claim itself: choose another name' }]
        : [],
    ),
    ...Object.entries(scopes).flatMap(([scope, names]) => [
      ...(scope === 'openid' || scope === 'offline_access' || scope in STANDARD_SCOPES
        ? [{ pointer: `/scopes/${scope}`, detail: 'OpenID Connect defines this scope: choose another name' }]
        : []),
      ...names.flatMap((name, index) =>
        known.has(topOf(name)) ? [] : [{ pointer: `/scopes/${scope}/${index}`, detail: 'A claim of `claims`' }],
      ),
    ]),
  ];
}

function subjectFindings({ subject }: WrittenLoginClient): readonly FieldError[] {
  if (subject.kind === 'pairwise' && subject.from === undefined) {
    return [{ pointer: '/subject/from', detail: 'pairwise needs the claims that distinguish users' }];
  }
  if (subject.kind === 'transient' && (subject.from ?? subject.trust) !== undefined) {
    return [{ pointer: '/subject/from', detail: 'A transient subject is not derived from claims' }];
  }
  return [];
}

/** `address` of `address.locality`. */
export function topOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}
