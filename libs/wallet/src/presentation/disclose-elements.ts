/** Chooses of an mdoc the elements that a query asks for (OpenID4VP 1.0, 7.2 and B.2.4). Pure. */
import { jsonOf } from '../mdoc/elements.ts';
import {
  type IssuedItem,
  issuerSignedText,
  type NameSpaces,
  readIssuerSigned,
  securityObjectOf,
} from '../mdoc/issuer-signed.ts';
import { claimSets, missingOf } from './claim-sets.ts';
import type { ClaimQuery, CredentialQuery } from './present.ts';

/** Why an mdoc does not answer a query; undefined where it does. */
export function mdocMismatch(credential: string, query: CredentialQuery): string | undefined {
  const issued = readIssuerSigned(credential);
  const { docType } = securityObjectOf(issued);
  const { doctype_value: asked } = query.meta ?? {};
  if (asked !== undefined && asked !== docType) return `it is of the type ${docType}`;
  return missingOf(claimSets(query), (claim) => itemAt(issued.nameSpaces, claim) !== undefined);
}

/** The mdoc with the elements of the first set that it has; without any where the query names none. */
export function discloseElements(credential: string, query: CredentialQuery): string {
  const { nameSpaces, issuerAuth } = readIssuerSigned(credential);
  const asked = claimSets(query).find((set) => set.every((claim) => itemAt(nameSpaces, claim) !== undefined)) ?? [];
  const shown = new Set(asked.map((claim) => itemAt(nameSpaces, claim)));
  const kept = [...nameSpaces]
    .map(([space, items]) => [space, items.filter((item) => shown.has(item))] as const)
    .filter(([, items]) => items.length > 0);
  return issuerSignedText({ nameSpaces: new Map(kept), issuerAuth });
}

/** A path is a namespace and an element: exactly two texts. `intent_to_retain` says what the verifier does, and changes nothing here. */
function itemAt(nameSpaces: NameSpaces, { path, values }: ClaimQuery): IssuedItem | undefined {
  const [space, name, ...deeper] = path;
  if (typeof space !== 'string' || deeper.length > 0) return undefined;
  const item = nameSpaces.get(space)?.find((one) => one.name === name);
  if (item === undefined || values === undefined) return item;
  return values.includes(jsonOf(item.value)) ? item : undefined;
}
