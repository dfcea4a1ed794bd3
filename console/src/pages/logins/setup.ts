/** What to enter in an application, so that users can sign in with their wallets. Pure. */
import type { AuthMethod, LoginClient } from './login-client.ts';

export const applications = ['keycloak', 'entra', 'auth0', 'authentik', 'library'] as const;
export type Application = (typeof applications)[number];

/** A field of the application, by its name there. */
export interface SetupRow {
  readonly field: string;
  readonly value: string;
  /** It is the client's secret, which is known only when it is created. */
  readonly isSecret?: boolean;
}

export interface Setup {
  /** The place of these fields in the application. */
  readonly place: string;
  readonly rows: readonly SetupRow[];
  /** The redirect URI for the client, with variable parts in angle brackets. */
  readonly redirectUri: string;
  readonly warnings: readonly SetupWarning[];
}

export type SetupWarning = 'secret_post' | 'email' | 'http';

/** OpenID Connect Core 1.0, 5.4 */
const STANDARD: Readonly<Record<string, readonly string[]>> = {
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

const KEYCLOAK_METHODS: Readonly<Record<AuthMethod, string>> = {
  client_secret_basic: 'Client secret sent as basic auth',
  client_secret_post: 'Client secret sent as post',
  client_secret_jwt: 'JWT signed with client secret',
  private_key_jwt: 'JWT signed with private key',
  none: 'No client authentication',
};

export interface SetupOptions {
  readonly client: LoginClient;
  /** Address of the OpenID provider of the tenant. */
  readonly issuer: string;
  /** Undefined: it isn't known any more. */
  readonly secret?: string | undefined;
}

/** `openid`, and each scope that has a claim of this client. */
export function scopeOf({ claims = {}, scopes = {} }: LoginClient): string {
  const tops = Object.keys(claims).map((name) => name.split('.', 1)[0] ?? name);
  const standard = Object.entries(STANDARD).filter(([, names]) => names.some((name) => tops.includes(name)));
  return ['openid', ...standard.map(([scope]) => scope), ...Object.keys(scopes)].join(' ');
}

export function setupOf(application: Exclude<Application, 'library'>, options: SetupOptions): Setup {
  const { client, issuer } = options;
  const http: readonly SetupWarning[] = issuer.startsWith('https:') ? [] : ['http'];
  const given = { ...rowsOf(options), method: client.token_endpoint_auth_method ?? 'client_secret_basic' } as const;
  const setup = SETUPS[application](given);
  const isEntra = application === 'entra';
  const needsEmail = isEntra && client.claims?.email === undefined;
  return {
    ...setup,
    rows: setup.rows.filter(({ isSecret }) => isSecret !== true || given.method.startsWith('client_secret')),
    warnings: [
      ...http,
      ...(isEntra && given.method !== 'client_secret_post' ? (['secret_post'] as const) : []),
      ...(needsEmail ? (['email'] as const) : []),
    ],
  };
}

interface Given {
  readonly id: string;
  readonly discovery: string;
  readonly issuer: string;
  readonly secret: string;
  readonly scope: string;
  readonly method: AuthMethod;
}

function rowsOf({ client, issuer, secret = '' }: SetupOptions): Omit<Given, 'method'> {
  const discovery = `${issuer}/.well-known/openid-configuration`;
  return { id: client.id, discovery, issuer, secret, scope: scopeOf(client) };
}

const SETUPS: Readonly<Record<Exclude<Application, 'library'>, (given: Given) => Omit<Setup, 'warnings'>>> = {
  keycloak: ({ id, discovery, secret, scope, method }) => ({
    place: 'Identity providers → OpenID Connect v1.0',
    rows: [
      { field: 'Discovery endpoint', value: discovery },
      { field: 'Client authentication', value: KEYCLOAK_METHODS[method] },
      { field: 'Client ID', value: id },
      { field: 'Client Secret', value: secret, isSecret: true },
      { field: 'Use PKCE', value: 'On' },
      { field: 'PKCE Method', value: 'S256' },
      { field: 'Scopes', value: scope },
    ],
    redirectUri: 'https://<keycloak>/realms/<realm>/broker/<alias>/endpoint',
  }),
  entra: ({ id, discovery, issuer, secret, scope }) => ({
    place: 'External Identities → All identity providers → Custom → OpenID Connect',
    rows: [
      { field: 'Well-known endpoint', value: discovery },
      { field: 'OpenID Issuer URI', value: issuer },
      { field: 'Client ID', value: id },
      { field: 'Client authentication', value: 'client_secret_post' },
      { field: 'Client secret', value: secret, isSecret: true },
      { field: 'Scope', value: scope },
      { field: 'Response type', value: 'code' },
    ],
    redirectUri: 'https://<subdomain>.ciamlogin.com/<tenant-id>/federation/oauth2',
  }),
  auth0: ({ id, discovery, secret, scope }) => ({
    place: 'Authentication → Enterprise → OpenID Connect',
    rows: [
      { field: 'OpenID Connect Discovery URL', value: discovery },
      { field: 'Communication Channel', value: 'Back Channel' },
      { field: 'Client ID', value: id },
      { field: 'Client Secret', value: secret, isSecret: true },
      { field: 'Scopes', value: scope },
    ],
    redirectUri: 'https://<tenant>.auth0.com/login/callback',
  }),
  authentik: ({ id, discovery, secret, scope }) => ({
    place: 'Directory → Federation and Social login → OpenID OAuth Source',
    rows: [
      { field: 'OIDC Well-known URL', value: discovery },
      { field: 'Consumer key', value: id },
      { field: 'Consumer secret', value: secret, isSecret: true },
      { field: 'Scopes', value: scope },
    ],
    redirectUri: 'https://<authentik>/source/oauth/callback/<slug>/',
  }),
};

/** For libraries that read their settings from the environment. */
export function environmentOf({ client, issuer, secret = '' }: SetupOptions): string {
  const isSecret = (client.token_endpoint_auth_method ?? 'client_secret_basic').startsWith('client_secret');
  const lines = [
    ['OIDC_ISSUER', issuer],
    ['OIDC_CLIENT_ID', client.id],
    ...(isSecret ? [['OIDC_CLIENT_SECRET', secret]] : []),
    ['OIDC_SCOPE', `"${scopeOf(client)}"`],
    ['OIDC_REDIRECT_URI', client.redirect_uris?.[0] ?? ''],
  ];
  return `${lines.map(([name, value]) => `${name}=${value}`).join('\n')}\n`;
}
