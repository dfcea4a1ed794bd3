/** The identity provider of a tenant as written: `sign-in.json`, or the body of the management route. Pure. */
import { compileMembers } from '@countersign/shared/configuration-documents/member-findings';
import { signInFileMembers, signInProperties, signInText } from '@countersign/shared/configuration-documents/sign-in';
import { type AllowList, urlFinding } from '@countersign/shared/kernel/address';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import { reservedClaims } from '../schema/reserved-claims.ts';

/** The OpenID Connect provider where users sign in, and what is taken from it. */
export interface SignInSettings {
  /** The provider's issuer identifier, as in its ID tokens. */
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly clientSecret?: string;
  /** Scope values, separated by spaces; `openid` is one of them. */
  readonly scope: string;
  /** Claim of the credential -> claim of the provider. */
  readonly claims: Readonly<Record<string, string>>;
  /** Accepted values of the ID token's `acr`; undefined: any. */
  readonly acr?: readonly string[];
  /** Seconds since the user last authenticated at the provider; undefined: any. */
  readonly maxAge?: number;
}

export interface SignInContext {
  /** Setting OUTBOUND_ALLOW. */
  readonly allow: AllowList;
  /** Value of an environment variable that `clientSecretEnv` names. */
  readonly variable: (name: string) => string | undefined;
}

export type ParsedSignIn =
  | { readonly ok: true; readonly settings: SignInSettings }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

const { maxProperties: MAX_CLAIMS } = signInProperties.claims;
const { maxLength: MAX_TEXT } = signInText;
const checkMembers = compileMembers(signInProperties, ['clientId']);

/** Checks and completes the settings. @returns the settings, or every error with its JSON pointer */
export function parseSignIn(written: Json, context: SignInContext): ParsedSignIn {
  if (!isObject(written)) return { ok: false, errors: [{ pointer: '', detail: 'It must be an object' }] };
  const { issuer, clientId, scope = 'openid', claims = {}, maxAge } = written;
  const acr = typeof written.acr === 'string' ? [written.acr] : written.acr;
  const secret = clientSecret(written, context);
  const found = checkMembers({ ...written, ...(acr === undefined ? {} : { acr }) }, '');
  const refused = (name: string) => found.filter(({ pointer }) => pointer === `/${name}`);
  const errors = [
    ...unknownMembers(written),
    ...issuerFindings(issuer, context.allow),
    ...refused('clientId'),
    ...secret.errors,
    ...refused('scope'),
    ...claimFindings(claims),
    ...refused('acr'),
    ...refused('maxAge'),
  ];
  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    settings: {
      issuer: issuer as string,
      clientId: clientId as string,
      ...(secret.value === undefined ? {} : { clientSecret: secret.value }),
      scope: scope as string,
      claims: claims as Readonly<Record<string, string>>,
      ...(acr === undefined ? {} : { acr: acr as readonly string[] }),
      ...(maxAge === undefined ? {} : { maxAge: maxAge as number }),
    },
  };
}

function unknownMembers(written: JsonObject): readonly FieldError[] {
  return Object.keys(written)
    .filter((name) => !Object.hasOwn(signInFileMembers, name))
    .map((name) => ({ pointer: `/${escapePointer(name)}`, detail: 'This member is not known' }));
}

function issuerFindings(issuer: Json | undefined, allow: AllowList): readonly FieldError[] {
  const pointer = '/issuer';
  if (!isText(issuer) || !URL.canParse(issuer)) return [{ pointer, detail: "issuer must be the provider's URL" }];
  const { search, hash } = new URL(issuer);
  // OpenID Connect Discovery 1.0, 3: no query, no fragment.
  if (search !== '' || hash !== '') return [{ pointer, detail: 'issuer has no query and no fragment' }];
  if (urlFinding(allow, issuer) === undefined) return [];
  return [{ pointer, detail: 'issuer must be a public https URL, or its host must be in OUTBOUND_ALLOW' }];
}

function clientSecret(
  { clientSecret: given, clientSecretEnv: name }: JsonObject,
  { variable }: SignInContext,
): { readonly value?: string; readonly errors: readonly FieldError[] } {
  if (given !== undefined && name !== undefined) {
    return { errors: [{ pointer: '/clientSecretEnv', detail: 'clientSecret and clientSecretEnv exclude each other' }] };
  }
  if (name !== undefined) {
    const value = isText(name) ? variable(name) : undefined;
    return value === undefined || value === ''
      ? { errors: [{ pointer: '/clientSecretEnv', detail: 'The variable of clientSecretEnv is not set' }] }
      : { value, errors: [] };
  }
  if (given === undefined) return { errors: [] };
  return isText(given)
    ? { value: given, errors: [] }
    : { errors: [{ pointer: '/clientSecret', detail: 'clientSecret must be a non-empty string' }] };
}

function claimFindings(claims: Json): readonly FieldError[] {
  if (!isObject(claims)) return [{ pointer: '/claims', detail: 'claims is an object: <credential>: <provider>' }];
  if (Object.keys(claims).length > MAX_CLAIMS) {
    return [{ pointer: '/claims', detail: `claims has at most ${MAX_CLAIMS} members` }];
  }
  return [
    ...reservedClaims(claims, '/claims'),
    ...Object.entries(claims).flatMap(([name, from]) =>
      finding(isText(from), `/claims/${escapePointer(name)}`, "The name of one of the provider's claims"),
    ),
  ];
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;
}

function finding(ok: boolean, pointer: string, detail: string): readonly FieldError[] {
  return ok ? [] : [{ pointer, detail }];
}
