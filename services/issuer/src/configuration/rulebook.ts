/** Attributes that every PID has (EU 2024/2977, annex; PID rulebook 1.7), in the names of each format. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { PID_DOCTYPE, PID_NAMESPACE } from '@countersign/shared/mdoc/element-types';

const PID_CLAIMS = [
  'family_name',
  'given_name',
  'birthdate',
  'place_of_birth',
  'nationalities',
  'date_of_expiry',
  'issuing_authority',
  'issuing_country',
] as const;

const PID_ELEMENTS = [
  'family_name',
  'given_name',
  'birth_date',
  'place_of_birth',
  'nationality',
  'expiry_date',
  'issuing_authority',
  'issuing_country',
] as const;

export interface Attributed {
  readonly vct?: string;
  readonly doctype?: string;
  readonly claims?: JsonObject;
}

/** Mandatory attributes that static claims lack. Without static claims, the offer's claims are not known here. */
export function missingAttributes({ vct = '', doctype, claims = {} }: Attributed): readonly FieldError[] {
  if (Object.keys(claims).length === 0) return [];
  // Types of member states extend the Union's type: urn:eudi:pid:<country>:…
  if (vct.startsWith('urn:eudi:pid:')) return missing(PID_CLAIMS, claims, '/claims');
  if (doctype !== PID_DOCTYPE) return [];
  const elements = claims[PID_NAMESPACE];
  return missing(PID_ELEMENTS, isObject(elements) ? elements : {}, `/claims/${PID_NAMESPACE}`);
}

function missing(names: readonly string[], present: JsonObject, place: string): readonly FieldError[] {
  return names
    .filter((name) => !Object.hasOwn(present, name))
    .map((name) => ({ pointer: `${place}/${name}`, detail: 'Every PID has this attribute (EU 2024/2977)' }));
}
