/** The elements of a presented mdoc against its query (OpenID4VP 1.0, 6.4.1 and 7.2). */
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type CborValue, isCborMap, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import type { ClaimQuery } from '../query/dcql-claims.ts';
import type { MdocQuery } from '../query/dcql-credential.ts';
import { satisfiedClaims } from '../query/dcql-match.ts';
import { refusalWith } from '../session/presentation-error.ts';
import { elementToJson } from './element-to-json.ts';

/** Values of elements by their identifier, by namespace. */
export type ElementsByNameSpace = ReadonlyMap<string, ReadonlyMap<string, CborValue>>;

export interface MatchedElement {
  readonly nameSpace: string;
  readonly identifier: string;
  readonly value: CborValue;
}

/**
 * The elements that match a query: all requested claims, or the first matching claim set. Empty if the query requests
 * no claims.
 * @param nameSpaces the disclosed elements, whose digests were compared
 * @param ageOver `nearest`: another `age_over_NN` is used if it decides the requested one
 * @throws PresentationError `claims`
 */
export function matchElements(
  query: MdocQuery,
  nameSpaces: ElementsByNameSpace,
  ageOver?: 'nearest',
): readonly MatchedElement[] {
  const answerTo = (claim: ClaimQuery): MatchedElement | undefined => elementFor(claim, nameSpaces, ageOver);
  const claims = satisfiedClaims(query, (claim) => answerTo(claim) !== undefined);
  return claims.map(answerTo).filter((element) => element !== undefined);
}

/**
 * The elements for the backend, by namespace and identifier, each as presented.
 * @throws PresentationError `disclosure` for names that JSON cannot represent. Session and webhook would be unreadable
 */
export function elementsToJson(elements: readonly MatchedElement[]): JsonObject {
  const byNameSpace = new Map<string, Map<string, CborValue>>();
  for (const { nameSpace, identifier, value } of elements) {
    byNameSpace.set(nameSpace, (byNameSpace.get(nameSpace) ?? new Map<string, CborValue>()).set(identifier, value));
  }
  checkNames(byNameSpace);
  return elementToJson(byNameSpace) as JsonObject;
}

/** In JSON the keys 1 and "1" are one name, and `__proto__` is refused wherever JSON is read. */
function checkNames(value: CborValue): void {
  if (value instanceof Tagged) checkNames(value.value);
  if (Array.isArray(value)) for (const item of value as readonly CborValue[]) checkNames(item);
  if (value === undefined || !isCborMap(value)) return;
  const names = new Set([...value.keys()].map(String));
  if (names.size !== value.size) throw refusalWith('disclosure', { detail: 'repeated_name' });
  if (names.has('__proto__')) throw refusalWith('disclosure', { detail: 'reserved_name' });
  for (const member of value.values()) checkNames(member);
}

function elementFor(
  { path, values }: ClaimQuery,
  nameSpaces: ElementsByNameSpace,
  ageOver: 'nearest' | undefined,
): MatchedElement | undefined {
  const [nameSpace, identifier] = path.map(String);
  const elements = nameSpace === undefined ? undefined : nameSpaces.get(nameSpace);
  if (nameSpace === undefined || identifier === undefined || elements === undefined) return undefined;
  const found = elements.has(identifier)
    ? identifier
    : ageOver === undefined
      ? undefined
      : decidingAge(identifier, elements);
  if (found === undefined) return undefined;
  const value = elements.get(found);
  // ISO/IEC 18013-5, 7.2.5: neither 1 nor "true"
  if (ageOf(found) !== undefined && typeof value !== 'boolean') return undefined;
  const fits = values === undefined || values.some((one) => one === comparable(value));
  return fits ? { nameSpace, identifier: found, value } : undefined;
}

const AGE_OVER = /^age_over_(\d{2})$/;

/**
 * The element that tells whether the user has the requested age, if the requested element was not presented: true for
 * the lowest higher age, or false for the highest lower one (ISO/IEC 18013-5, 7.2.5). Elements that contradict each
 * other decide nothing.
 */
function decidingAge(identifier: string, elements: ReadonlyMap<string, CborValue>): string | undefined {
  const asked = ageOf(identifier);
  if (asked === undefined) return undefined;
  const stated = [...elements].flatMap(([name, value]) => {
    const age = ageOf(name);
    return age !== undefined && typeof value === 'boolean' ? [{ name, age, value }] : [];
  });
  const older = stated.filter(({ age, value }) => value && age > asked).sort((one, two) => one.age - two.age);
  const younger = stated.filter(({ age, value }) => !value && age < asked).sort((one, two) => two.age - one.age);
  if (older.length > 0 && younger.length > 0) return undefined;
  return (older[0] ?? younger[0])?.name;
}

function ageOf(identifier: string): number | undefined {
  const digits = AGE_OVER.exec(identifier)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * 6.3: `values` are strings, integers and booleans. A date is compared as a string. Bytes and structures never match.
 */
function comparable(value: CborValue): string | number | boolean | undefined {
  const isDate = value instanceof Tagged && (value.tag === TAG.fullDate || value.tag === TAG.dateTime);
  const plain = isDate ? value.value : value;
  return typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean' ? plain : undefined;
}
