/**
 * An application that signs users in with their wallets: the API's response, the form, and the resulting body. Pure.
 */
import { linesOf } from '../../parts/lines.ts';
import { isRecord, recordOf, recordsOf } from '../../parts/records.ts';

export type Path = readonly string[];

export const authMethods = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
] as const;
export type AuthMethod = (typeof authMethods)[number];

/** As in the response of `GET /configurations/login-clients`. */
export interface LoginClient {
  readonly id: string;
  readonly source: 'file' | 'api';
  readonly error?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly name?: string;
  readonly redirect_uris?: readonly string[];
  readonly post_logout_redirect_uris?: readonly string[];
  readonly session?: number;
  readonly backchannel_logout_uri?: string;
  readonly token_endpoint_auth_method?: AuthMethod;
  readonly client_secret?: string;
  readonly jwks?: object;
  readonly id_token_signed_response_alg?: string;
  readonly userinfo_signed_response_alg?: string;
  readonly require_pkce?: boolean;
  readonly presentation?: string;
  readonly claims?: Readonly<Record<string, Path>>;
  readonly scopes?: Readonly<Record<string, readonly string[]>>;
  readonly claims_in?: string;
  readonly subject?: {
    readonly kind: 'pairwise' | 'transient';
    readonly from?: readonly Path[];
    readonly trust?: string;
  };
  readonly acr?: string;
  readonly verified?: { readonly trust_framework: string; readonly assurance_level?: string };
  readonly crossDevice?: boolean;
}

/** A claim of the presentation, and its use in the login. */
export interface ClaimRow {
  readonly path: Path;
  /** In the login; empty: it isn't passed on. */
  readonly name: string;
  /** It identifies the user, perhaps with others. */
  readonly identifies: boolean;
}

export interface LoginDraft {
  readonly id: string;
  readonly name: string;
  /** One URI per line, as in the next field. */
  readonly redirectUris: string;
  readonly logoutUris: string;
  /** Seconds; empty: no login is kept. */
  readonly session: string;
  readonly backchannelUri: string;
  /** `scope: claim, claim` */
  readonly scopes: string;
  readonly method: AuthMethod;
  readonly newSecret: boolean;
  /** JSON. */
  readonly jwks: string;
  readonly presentation: string;
  readonly claims: readonly ClaimRow[];
  readonly kind: 'pairwise' | 'transient';
  readonly trust: string;
  readonly newSubjects: boolean;
  readonly acr: string;
  readonly framework: string;
  readonly level: string;
  readonly inIdToken: boolean;
  readonly idTokenAlg: string;
  /** Empty: userinfo is JSON. */
  readonly userinfoAlg: string;
  readonly pkce: boolean;
  readonly crossDevice: boolean;
}

/** Names of OpenID Connect for claims that credentials call otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  birth_date: 'birthdate',
  email_address: 'email',
  mobile_phone_number: 'phone_number',
  resident_address: 'address.formatted',
  resident_street: 'address.street_address',
  resident_city: 'address.locality',
  resident_state: 'address.region',
  resident_postal_code: 'address.postal_code',
  resident_country: 'address.country',
};
/** In most credentials they identify the user together. */
const IDENTIFYING: ReadonlySet<string> = new Set(['given_name', 'family_name', 'birthdate']);

export function needsSecret(method: AuthMethod): boolean {
  return method.startsWith('client_secret');
}

/** The initial name. */
export function nameOfPath(path: Path): string {
  const last = path.at(-1) ?? '';
  if (path[0] === 'age_equal_or_over') return `age_over_${last}`;
  return NAMES[last] ?? (path[0] === 'address' && path.length > 1 ? `address.${last}` : last);
}

/**
 * A row for each claim that the presentation can request, and for each claim that is already mapped.
 * @param known rows whose names stay
 */
export function claimRows(presentation: unknown, known: readonly ClaimRow[], isNew: boolean): readonly ClaimRow[] {
  const query = recordOf(recordOf(presentation).dcql_query);
  const asked = recordsOf(query.credentials)
    .flatMap(({ claims }) => recordsOf(claims))
    .map(({ path }) => path)
    .filter(isPath);
  const isKnown = (path: Path): boolean => known.some((row) => isSame(row.path, path));
  const fresh = asked
    .filter((path, index) => !isKnown(path) && asked.findIndex((one) => isSame(one, path)) === index)
    .map((path) => {
      const name = isNew ? nameOfPath(path) : '';
      return { path, name, identifies: IDENTIFYING.has(name) };
    });
  return [...known.filter(({ path }) => !isNew || asked.some((one) => isSame(one, path))), ...fresh];
}

/** @param presentations sources of the claim rows */
export function draftOf(
  client: LoginClient | undefined,
  presentations: readonly { readonly id: string }[],
): LoginDraft {
  const {
    claims = {},
    subject = { kind: 'pairwise' as const },
    presentation = presentations[0]?.id ?? '',
  } = client ?? {};
  const from = subject.from ?? [];
  const mapped = Object.entries(claims).map(([name, path]) => ({ path, name, identifies: has(from, path) }));
  const others = from
    .filter((path) => !mapped.some((row) => isSame(row.path, path)))
    .map((path) => ({ path, name: '', identifies: true }));
  const asked = presentations.find(({ id }) => id === presentation);
  return {
    id: client?.id ?? '',
    name: client?.name ?? '',
    redirectUris: (client?.redirect_uris ?? []).join('\n'),
    logoutUris: (client?.post_logout_redirect_uris ?? []).join('\n'),
    session: client?.session === undefined ? '' : String(client.session),
    backchannelUri: client?.backchannel_logout_uri ?? '',
    scopes: Object.entries(client?.scopes ?? {})
      .map(([scope, names]) => `${scope}: ${names.join(', ')}`)
      .join('\n'),
    method: client?.token_endpoint_auth_method ?? 'client_secret_basic',
    newSecret: false,
    jwks: client?.jwks === undefined ? '' : JSON.stringify(client.jwks, null, 2),
    presentation,
    claims: claimRows(asked, [...mapped, ...others], client === undefined),
    kind: subject.kind,
    trust: subject.trust ?? '',
    newSubjects: false,
    acr: client?.acr ?? '',
    framework: client?.verified?.trust_framework ?? '',
    level: client?.verified?.assurance_level ?? '',
    inIdToken: client?.claims_in === 'id_token',
    idTokenAlg: client?.id_token_signed_response_alg ?? 'RS256',
    userinfoAlg: client?.userinfo_signed_response_alg ?? '',
    pkce: client?.require_pkce ?? true,
    crossDevice: client?.crossDevice ?? false,
  };
}

export type LoginMistake = 'jwks' | 'scopes' | 'subject' | 'claims';

/** By JSON Pointer. */
export function mistakesOf(draft: LoginDraft): Readonly<Record<string, LoginMistake>> {
  return {
    ...(draft.method === 'private_key_jwt' && jwksOf(draft.jwks) === undefined ? { '/jwks': 'jwks' } : {}),
    ...(linesOf(draft.scopes).every((line) => /^[^:\s]+:.*\S/.test(line)) ? {} : { '/scopes': 'scopes' }),
    ...(draft.claims.some(({ name }) => name.trim() !== '') ? {} : { '/claims': 'claims' }),
    ...(draft.kind === 'pairwise' && !draft.claims.some(({ identifies }) => identifies)
      ? { '/subject/from': 'subject' }
      : {}),
  };
}

/** Empty fields and defaults are left out. @param secret of a client with a secret */
export function bodyOf(draft: LoginDraft, secret: string | undefined): object {
  const { method, claims, kind, trust, newSubjects, framework, level, userinfoAlg } = draft;
  const [logout, scopes] = [linesOf(draft.logoutUris), scopesOf(draft.scopes)];
  const named = claims.filter(({ name }) => name.trim() !== '');
  const from = claims.filter(({ identifies }) => identifies).map(({ path }) => path);
  return {
    id: draft.id.trim(),
    name: draft.name.trim(),
    redirect_uris: linesOf(draft.redirectUris),
    ...(logout.length === 0 ? {} : { post_logout_redirect_uris: logout }),
    ...(draft.session.trim() === '' ? {} : { session: Number(draft.session) }),
    ...(draft.backchannelUri.trim() === '' ? {} : { backchannel_logout_uri: draft.backchannelUri.trim() }),
    token_endpoint_auth_method: method,
    ...(needsSecret(method) && secret !== undefined ? { client_secret: secret } : {}),
    ...(method === 'private_key_jwt' ? { jwks: jwksOf(draft.jwks) } : {}),
    presentation: draft.presentation,
    claims: Object.fromEntries(named.map(({ name, path }) => [name.trim(), path])),
    ...(Object.keys(scopes).length === 0 ? {} : { scopes }),
    subject:
      kind === 'transient'
        ? { kind }
        : {
            kind,
            from: from.filter((path, index) => from.findIndex((one) => isSame(one, path)) === index),
            ...(trust.trim() === '' ? {} : { trust: trust.trim() }),
            ...(newSubjects ? { whenChanged: 'new-subjects' } : {}),
          },
    ...(draft.acr.trim() === '' ? {} : { acr: draft.acr.trim() }),
    ...(framework.trim() === ''
      ? {}
      : {
          verified: {
            trust_framework: framework.trim(),
            ...(level.trim() === '' ? {} : { assurance_level: level.trim() }),
          },
        }),
    ...(draft.inIdToken ? { claims_in: 'id_token' } : {}),
    ...(draft.idTokenAlg === 'RS256' ? {} : { id_token_signed_response_alg: draft.idTokenAlg }),
    ...(userinfoAlg === '' ? {} : { userinfo_signed_response_alg: userinfoAlg }),
    ...(draft.pkce ? {} : { require_pkce: false }),
    ...(draft.crossDevice ? { crossDevice: true } : {}),
  };
}

function scopesOf(typed: string): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    linesOf(typed).map((line) => {
      const [scope = '', names = ''] = line.split(/:(.*)/);
      return [scope.trim(), names.split(/[,\s]+/).filter((name) => name !== '')];
    }),
  );
}

function jwksOf(typed: string): object | undefined {
  try {
    const value: unknown = JSON.parse(typed);
    return isRecord(value) && Array.isArray(value.keys) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPath(value: unknown): value is Path {
  return Array.isArray(value) && value.length > 0 && value.every((step) => typeof step === 'string');
}

function isSame(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((step, index) => step === other[index]);
}

function has(paths: readonly Path[], path: Path): boolean {
  return paths.some((one) => isSame(one, path));
}
