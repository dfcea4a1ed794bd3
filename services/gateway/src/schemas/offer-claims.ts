/** Claims of an offer that are not grouped by credential configuration id. */
import { printable } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import { didYouMean } from '@countersign/shared/kernel/nearest-name';

const MAX_NAMED = 3;

/**
 * Replaces the errors that each such claim must be an object by one error.
 * @param errors of the body's schema
 * @returns an error that contains the names, never a value
 */
export function explainUngroupedClaims(body: JsonObject, errors: readonly FieldError[]): readonly FieldError[] {
  const claims = isObject(body.claims) ? body.claims : {};
  const given = body.credentialConfigurationIds;
  const ids = Array.isArray(given) ? given.filter((id) => typeof id === 'string') : [];
  const names = Object.keys(claims).filter((name) => !isObject(own(claims, name)) && !ids.includes(name));
  const [first] = names;
  if (first === undefined) return errors;
  const replaced = new Set(names.map((name) => `/claims/${escapePointer(name)}`));
  const [place = ''] = replaced;
  const pointer = names.length === 1 ? place : '/claims';
  const others = errors.filter((one) => one.pointer !== pointer && !replaced.has(one.pointer));
  return [...others, { pointer, detail: detailOf(names, ids) }];
}

function detailOf(names: readonly string[], ids: readonly string[]): string {
  const [first = '', ...others] = names.map(printable);
  const some = [first, ...others].slice(0, MAX_NAMED).map((name) => `"${name}"`);
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  const [id = 'pid'] = ids;
  const are = names.length === 1 ? 'is not an id of' : 'are not ids of';
  const near = didYouMean(first, ids);
  const nearest = near === '' ? '. ' : `${near} `;
  const form = `{"${printable(id)}": {"${near === '' ? first : 'given_name'}": ...}}`;
  return `${some.join(', ')}${more} ${are} credentialConfigurationIds${nearest}Claims are grouped by configuration id, such as ${form}`;
}
