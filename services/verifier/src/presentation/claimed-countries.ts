/** The issuing countries that a credential claims: in its claims, and in the name of its type. */
import { type JsonObject, own } from '@countersign/shared/kernel/json';
import type { PresentedDocument } from '../mdoc/device-response.ts';

export interface ClaimedCountry {
  /** The claim, element, namespace or type that contains it. */
  readonly claim: string;
  /** Empty if it is not text. */
  readonly country: string;
}

/** National types of PIDs contain their country (PID rulebook, 3 and 4), as does the namespace of national elements. */
const NATIONAL = /^(?:urn:eudi:pid:([a-z]{2}):|eu\.europa\.ec\.eudi\.pid\.([a-z]{2})(?:\.|$))/;
const PID_NAMESPACE = 'eu.europa.ec.eudi.pid.1';
const CLAIM = 'issuing_country';

/** @param claims those that are disclosed */
export function countriesIn(claims: JsonObject): readonly ClaimedCountry[] {
  return [...claimed(own(claims, CLAIM)), ...named('vct', own(claims, 'vct'))];
}

/** Elements that are not disclosed are unknown. */
export function countriesOfMdoc({
  docType,
  nameSpaces,
}: Pick<PresentedDocument, 'docType' | 'nameSpaces'>): readonly ClaimedCountry[] {
  const element = nameSpaces.get(PID_NAMESPACE)?.get(CLAIM);
  return [
    ...claimed(element),
    ...named('docType', docType),
    ...[...nameSpaces.keys()].flatMap((name) => named(name, name)),
  ];
}

function claimed(value: unknown): readonly ClaimedCountry[] {
  if (value === undefined) return [];
  return [{ claim: CLAIM, country: typeof value === 'string' ? value : '' }];
}

function named(claim: string, type: unknown): readonly ClaimedCountry[] {
  const [, inType, inNamespace] = (typeof type === 'string' ? NATIONAL.exec(type) : null) ?? [];
  const country = inType ?? inNamespace;
  return country === undefined ? [] : [{ claim, country: country.toUpperCase() }];
}
