/**
 * Why claims do not fit their configuration, as a backend and the log may read it: a place, and the rule. Values stand
 * nowhere, and names only where the configuration knows them: a name that an answer invents may tell of a person.
 */

import { UNKNOWN_FIELD } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Configuration } from '../metadata/listed-configuration.ts';
import { type PayloadCheck, payloadFinding } from '../metadata/payload-check.ts';
import { resolveClaims } from '../protocol/claims.ts';
import { escapePointer, isReservedName, reservedClaims } from '../protocol/reserved-claims.ts';
import { subschemas } from '../schema/subschemas.ts';

/** What a finding is about, for the line of the log. */
export interface ClaimsFinding extends FieldError {
  readonly configuration?: string;
}

/** An answer that is no object of objects. */
export const NO_CLAIMS: ClaimsFinding = {
  pointer: '',
  detail: 'the answer is no object of claims by configuration id',
};

const UNKNOWN_NAME = 'a name that the configuration does not know';

/**
 * Finds the first claim that does not fit: reserved names where a webhook gave them, the frame and the schema.
 * @returns a pointer that begins with the configuration id, as in the answer of a claims webhook, and the rule; undefined
 *   where all fits
 */
export function claimsFinding(
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  tenant: string,
  check: PayloadCheck,
): ClaimsFinding | undefined {
  const { configuration, offered } = check;
  const claims = resolveClaims(configuration, offered);
  const [reserved] = offered.webhook === undefined ? [] : reservedClaims(claims, '');
  const finding = reserved ?? payloadFinding(credentialIssuer(settings.PUBLIC_URL, tenant), clock(), check);
  if (finding === undefined) return undefined;
  const { pointer, detail } = withKnownNames(finding, namesOf(configuration), claims);
  const { id } = configuration;
  return { pointer: `/${escapePointer(id)}${pointer}`, detail, configuration: id };
}

/** As `claimsFinding`, where the configuration is gone: names that no configuration may have. */
export function reservedFinding(id: string, claims: JsonObject): ClaimsFinding | undefined {
  const [reserved] = reservedClaims(claims, '');
  return reserved === undefined ? undefined : { pointer: `/${escapePointer(id)}`, detail: reserved.detail };
}

/** The finding in one line, for the session. */
export function findingText({ pointer, detail }: FieldError): string {
  return pointer === '' ? detail : `${pointer}: ${detail}`;
}

/** Pure: the finding, with its pointer ended before the first name that is not known. */
function withKnownNames(finding: FieldError, known: ReadonlySet<string>, claims: Json): FieldError {
  let value: Json | undefined = claims;
  let pointer = '';
  for (const token of finding.pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const isPlace: boolean = Array.isArray(value) && /^\d+$/.test(name);
    if (!isPlace && !known.has(name) && !isReservedName(name)) return { pointer, detail: belowUnknown(finding.detail) };
    pointer = `${pointer}/${token}`;
    value = isPlace ? (value as readonly Json[])[Number(name)] : isObject(value) ? own(value, name) : undefined;
  }
  return { pointer, detail: finding.detail };
}

/** The text on an unknown field repeats its name. */
function belowUnknown(detail: string): string {
  return detail.startsWith(UNKNOWN_FIELD) ? `has ${UNKNOWN_NAME}` : `${UNKNOWN_NAME}: ${detail}`;
}

/** Every name that stands in the schema, the static claims and the disclosure frame. */
function namesOf({ schema, claims, disclosureFrame }: Configuration): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { schema: inner } of subschemas(schema)) {
    if (isObject(inner.properties)) for (const name of Object.keys(inner.properties)) names.add(name);
    addTexts(inner.required, names);
  }
  addNames(claims, names);
  addNames(disclosureFrame, names);
  return names;
}

function addNames(value: Json | undefined, names: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) addNames(item, names);
    return;
  }
  if (!isObject(value)) return;
  addTexts(value._sd, names);
  for (const [name, inner] of Object.entries(value)) {
    names.add(name);
    addNames(inner, names);
  }
}

function addTexts(list: Json | undefined, names: Set<string>): void {
  if (!Array.isArray(list)) return;
  for (const item of list as readonly Json[]) if (typeof item === 'string') names.add(item);
}
