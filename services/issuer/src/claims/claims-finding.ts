/**
 * Why claims do not match their configuration, for backend and log: a place and the rule, without any values. For log
 * and trace the place contains only names from the configuration, because a name that the backend invented may be
 * personal data. The session, which belongs to the backend that sent the claims, has every name.
 */

import { printable, UNKNOWN_FIELD } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { escapePointer, unescapePointer } from '@countersign/shared/kernel/json-pointer';
import type { Platform } from '@countersign/shared/runtime/service';
import { claimRules } from '../configuration/claim-rules.ts';
import { resolveClaims } from '../configuration/claims.ts';
import type { CredentialConfiguration } from '../configuration/credential-configuration.ts';
import { namesIn, textsIn } from '../configuration/names-in.ts';
import { type PayloadCheck, payloadFinding } from '../configuration/payload-check.ts';
import { isReservedName, reservedClaims } from '../schema/reserved-claims.ts';
import { subschemas } from '../schema/subschemas.ts';

/** A claim error and its configuration, for the log. */
export interface ClaimsFinding extends FieldError {
  readonly configuration?: string;
  /** The error with every name that the backend sent, for the session only. */
  readonly named?: FieldError;
}

/** The error for a response that isn't an object of objects. */
export const NO_CLAIMS: ClaimsFinding = {
  pointer: '',
  detail: 'the response must group claims by configuration id',
};

const UNKNOWN_NAME = 'a name that is not in the configuration';

/**
 * Finds the first invalid claim: reserved names in a webhook's response, the frame and the schema.
 * @returns a pointer that starts with the configuration id, as in a claims webhook's response, and the rule; undefined
 *   if all claims are valid
 */
export function claimsFinding(
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  tenant: string,
  check: PayloadCheck,
): ClaimsFinding | undefined {
  const { configuration, offered } = check;
  const claims = resolveClaims(configuration, offered);
  const [reserved] = offered.webhook === undefined ? [] : claimRules[configuration.format].reserved(claims, '');
  const finding = reserved ?? payloadFinding(credentialIssuer(settings.PUBLIC_URL, tenant), clock(), check);
  if (finding === undefined) return undefined;
  const { pointer, detail } = withKnownNames(finding, namesOf(configuration, claims), claims);
  const { id } = configuration;
  const below = `/${escapePointer(id)}`;
  const named = { pointer: `${below}${shownPointer(finding.pointer)}`, detail: finding.detail };
  return { pointer: `${below}${pointer}`, detail, configuration: id, named };
}

/** `claimsFinding` without a configuration, if it no longer exists: checks only the reserved names. */
export function reservedFinding(id: string, claims: JsonObject): ClaimsFinding | undefined {
  const [reserved] = reservedClaims(claims, '');
  return reserved === undefined ? undefined : { pointer: `/${escapePointer(id)}`, detail: reserved.detail };
}

/** The error in one line, for the session. */
export function findingText({ pointer, detail }: FieldError): string {
  return pointer === '' ? detail : `${pointer}: ${detail}`;
}

/** A pointer with the names in a response, each shortened and without control characters. */
function shownPointer(pointer: string): string {
  return pointer.split('/').map(printable).join('/');
}

/** Pure: the error, with its pointer cut before the first name that the configuration does not contain. */
function withKnownNames(finding: FieldError, known: ReadonlySet<string>, claims: Json): FieldError {
  let value: Json | undefined = claims;
  let pointer = '';
  for (const token of finding.pointer.split('/').slice(1)) {
    const name = unescapePointer(token);
    const isPlace: boolean = Array.isArray(value) && /^\d+$/.test(name);
    if (!isPlace && !known.has(name) && !isReservedName(name)) return { pointer, detail: belowUnknown(finding.detail) };
    pointer = `${pointer}/${token}`;
    value = isPlace ? (value as readonly Json[])[Number(name)] : isObject(value) ? own(value, name) : undefined;
  }
  return { pointer, detail: finding.detail };
}

/** The detail without the name: for an unknown field, the detail contains it. */
function belowUnknown(detail: string): string {
  return detail.startsWith(UNKNOWN_FIELD) ? `has ${UNKNOWN_NAME}` : `${UNKNOWN_NAME}: ${detail}`;
}

/** Every name in the schema and the static claims, and the format's own names. */
function namesOf(configuration: CredentialConfiguration, given: JsonObject): ReadonlySet<string> {
  const ofSchema = [...subschemas(configuration.schema)].flatMap(({ schema: { properties, required } }) => [
    ...Object.keys(isObject(properties) ? properties : {}),
    ...textsIn(required),
  ]);
  const ofFormat = claimRules[configuration.format].names(configuration, given);
  return new Set([...ofSchema, ...namesIn(configuration.claims), ...ofFormat]);
}
