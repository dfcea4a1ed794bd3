/** Warnings that need only the credential configuration. Pure. */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { MDL_DOCTYPE, MDL_MANDATORY, MDL_NAMESPACE } from '@countersign/shared/mdoc/element-types';
import {
  type ClaimPath,
  describedClaims,
  isMdocConfiguration,
  issuedPaths,
  list,
  mayHave,
  member,
  pathText,
} from './claim-names.ts';
import { misfits } from './schema-misfit.ts';
import type { Warning } from './warning.ts';

const DAY = 86_400;

export interface CredentialCheck {
  /** As written, with PUBLIC_URL in place. */
  readonly configuration: JsonObject;
  /** Claims of the run instead of the static ones. */
  readonly claims?: JsonObject;
}

/**
 * Problems that make wallets and verifiers refuse or mis-display a credential, although the configuration can be used.
 */
export function credentialWarnings({
  configuration,
  claims = member(configuration, 'claims'),
}: CredentialCheck): readonly Warning[] {
  return [
    ...displayWarnings(displayOf(configuration)),
    ...nameWarnings(configuration),
    ...drivingLicenceWarnings(configuration),
    ...schemaWarnings(configuration, claims),
    ...refreshWarnings(configuration),
  ];
}

/** Entries of `display`, if the configuration has them. */
export function displayOf(configuration: JsonObject): { readonly entries: readonly Json[]; readonly pointer: string } {
  const config = member(configuration, 'config');
  const own = list(config, 'display');
  if (own.length > 0) return { entries: own, pointer: '/config/display' };
  const entries = list(member(config, 'credential_metadata'), 'display');
  return { entries, pointer: '/config/credential_metadata/display' };
}

function displayWarnings({ entries, pointer }: ReturnType<typeof displayOf>): readonly Warning[] {
  if (entries.length === 0) {
    return [{ code: 'display_missing', pointer: '/config/display', detail: 'The credential has no display' }];
  }
  return entries.flatMap((entry, index): Warning[] => {
    const { background_color: back, text_color: front } = isObject(entry) ? entry : {};
    if (contrast(back, front) >= LEAST_CONTRAST) return [];
    const detail = 'The text has almost the same colour as its background';
    return [{ code: 'display_contrast', pointer: `${pointer}/${index}`, detail }];
  });
}

/** WCAG 2.1, 1.4.3 requires 4.5 for normal text, 3 for large text. */
const LEAST_CONTRAST = 3;

/** Contrast of two colours `#rgb` or `#rrggbb` (WCAG 2.1); infinite for any other form. */
function contrast(one: Json | undefined, other: Json | undefined): number {
  const [a, b] = [luminance(one), luminance(other)];
  if (a === undefined || b === undefined) return Number.POSITIVE_INFINITY;
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(colour: Json | undefined): number | undefined {
  const hex = typeof colour === 'string' ? /^#(?:([0-9a-f]{6})|([0-9a-f]{3}))$/i.exec(colour) : null;
  if (hex === null) return undefined;
  const long = hex[1] ?? [...(hex[2] ?? '')].map((digit) => digit + digit).join('');
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    linear(Number.parseInt(long.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(part: number): number {
  return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function nameWarnings(configuration: JsonObject): readonly Warning[] {
  const described = describedClaims(configuration);
  const named = described.filter(({ named: hasName }) => hasName);
  const without = issuedPaths(configuration).filter((path) => !named.some((one) => begins(one.path, path)));
  const unknown = described.filter(({ path }) => !mayHave(withoutDescriptions(configuration), path));
  return [
    ...without.map(
      (path): Warning => ({
        code: 'claim_without_name',
        pointer: '/config/credential_metadata/claims',
        detail: `The claim ${pathText(path)} has no display name`,
      }),
    ),
    ...unknown.map(
      ({ path, pointer }): Warning => ({
        code: 'claim_not_issued',
        pointer: `${pointer}/path`,
        detail: `The claim ${pathText(path)} is described, and no credential of this configuration can have it`,
      }),
    ),
  ];
}

/** A claim's description doesn't show whether the claim can be issued. */
function withoutDescriptions({ vct: _, config, ...named }: JsonObject): JsonObject {
  return { ...named, config: { format: isObject(config) ? (config.format ?? null) : null } };
}

/** Describing a claim's members also describes the claim. */
function begins(path: ClaimPath, start: ClaimPath): boolean {
  return start.every((step, index) => path[index] === step);
}

/** ISO/IEC 18013-5, 7.2.1. */
function drivingLicenceWarnings(configuration: JsonObject): readonly Warning[] {
  const { doctype } = member(configuration, 'config');
  if (!isMdocConfiguration(configuration) || doctype !== MDL_DOCTYPE) return [];
  const has = new Set(issuedPaths(configuration).flatMap(([space, name]) => (space === MDL_NAMESPACE ? [name] : [])));
  return MDL_MANDATORY.filter((name) => !has.has(name)).map((name) => ({
    code: 'mdl_element_missing',
    pointer: `/claims/${MDL_NAMESPACE}`,
    detail: `The driving licence has no ${name}`,
  }));
}

function schemaWarnings(configuration: JsonObject, claims: JsonObject): readonly Warning[] {
  const schema = member(configuration, 'schema');
  const brings = isObject(configuration.presentation_during_issuance) || configuration.sign_in === true;
  const missing = brings
    ? []
    : list(schema, 'required').filter(
        (name) => typeof name === 'string' && !FORMAT.has(name) && !Object.hasOwn(claims, name),
      );
  return [
    ...misfits(claims, schema).map(
      ({ pointer, detail }): Warning => ({
        code: 'schema_unsatisfied',
        pointer: `/claims${pointer}`,
        detail: `By the configuration's schema, the static claim ${detail}`,
      }),
    ),
    ...missing.map(
      (name): Warning => ({
        code: 'schema_claim_missing',
        pointer: '/claims',
        detail: `The schema requires ${String(name)}, which neither the static claims nor this run have`,
      }),
    ),
  ];
}

/** The server adds them. */
const FORMAT = new Set<Json>(['iss', 'iat', 'nbf', 'exp', 'cnf', 'vct', 'status']);

function refreshWarnings(configuration: JsonObject): readonly Warning[] {
  const { refresh, lifetime, revocation_chaining: chaining, short_lived: hasNoStatus } = configuration;
  const chained: Warning[] =
    isObject(refresh) && chaining !== true && hasNoStatus !== true
      ? [
          {
            code: 'refresh_without_chaining',
            pointer: '/revocation_chaining',
            detail: 'The credential is renewed, but not revoked together with its wallet',
          },
        ]
      : [];
  const short: Warning[] =
    typeof lifetime === 'number' && lifetime < DAY && !isObject(refresh)
      ? [
          {
            code: 'lifetime_short',
            pointer: '/lifetime',
            detail: `The credential expires after ${lifetime} s and is not renewed`,
          },
        ]
      : [];
  return [...chained, ...short];
}
