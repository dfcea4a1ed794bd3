/** Chooses the elements of an mdoc that a query requests (OpenID4VP 1.0, 7.2 and B.2.4). Pure. */
import { jsonOf } from '../mdoc/elements.ts';
import {
  type IssuedItem,
  issuerSignedText,
  type NameSpaces,
  readIssuerSigned,
  securityObjectOf,
} from '../mdoc/issuer-signed.ts';
import type { PresentationHabits } from '../profiles/wallet-habits.ts';
import { claimSets, missingOf } from './claim-sets.ts';
import type { ClaimQuery, CredentialQuery } from './present.ts';

export type AgeHabit = Pick<PresentationHabits, 'nearestAge'>;

/** Why an mdoc doesn't match a query; undefined if it does. */
export function mdocMismatch(credential: string, query: CredentialQuery, habits: AgeHabit = {}): string | undefined {
  const issued = readIssuerSigned(credential);
  const { docType } = securityObjectOf(issued);
  const { doctype_value: asked } = query.meta ?? {};
  if (asked !== undefined && asked !== docType) return `its type is ${docType}`;
  return missingOf(claimSets(query), (claim) => itemAt(issued.nameSpaces, claim, habits) !== undefined);
}

/** The mdoc with the elements of the first set that it has; without elements if the query lists none. */
export function discloseElements(credential: string, query: CredentialQuery, habits: AgeHabit = {}): string {
  const { nameSpaces, issuerAuth } = readIssuerSigned(credential);
  const found = (claim: ClaimQuery): IssuedItem | undefined => itemAt(nameSpaces, claim, habits);
  const asked = claimSets(query).find((set) => set.every((claim) => found(claim) !== undefined)) ?? [];
  const shown = new Set(asked.map(found));
  const kept = [...nameSpaces]
    .map(([space, items]) => [space, items.filter((item) => shown.has(item))] as const)
    .filter(([, items]) => items.length > 0);
  return issuerSignedText({ nameSpaces: new Map(kept), issuerAuth });
}

/** A path is a namespace and an element: exactly two strings. `intent_to_retain` only states the verifier's intent. */
function itemAt(
  nameSpaces: NameSpaces,
  { path, values }: ClaimQuery,
  { nearestAge }: AgeHabit,
): IssuedItem | undefined {
  const [space, name, ...deeper] = path;
  if (typeof space !== 'string' || deeper.length > 0) return undefined;
  const items = nameSpaces.get(space) ?? [];
  const exact = items.find((one) => one.name === name);
  const item = exact ?? (nearestAge === true ? nearestOf(items, ageIn(String(name))) : undefined);
  if (item === undefined || values === undefined) return item;
  return values.includes(jsonOf(item.value)) ? item : undefined;
}

/**
 * The nearest higher age that the user has reached, otherwise the nearest lower one not reached (ISO/IEC 18013-5,
 * 7.2.5).
 */
function nearestOf(items: readonly IssuedItem[], asked: number | undefined): IssuedItem | undefined {
  if (asked === undefined) return undefined;
  const ages = items
    .flatMap((item) => {
      const age = ageIn(item.name);
      return age === undefined ? [] : [{ item, age }];
    })
    .sort((one, other) => one.age - other.age);
  const higher = ages.find(({ age, item }) => age > asked && item.value === true);
  return (higher ?? ages.findLast(({ age, item }) => age < asked && item.value === false))?.item;
}

function ageIn(name: string): number | undefined {
  const digits = /^age_over_(\d\d)$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
