/** Types of data elements, and the tables for the ISO/IEC 18013-5 (mDL) and EU PID namespaces. */

/** The types that a configuration may name. */
export const ELEMENT_TYPE_NAMES = ['text', 'bool', 'integer', 'full-date', 'tdate', 'bytes', 'map', 'array'] as const;

export type ElementTypeName = (typeof ELEMENT_TYPE_NAMES)[number];

export type ElementType =
  | ElementTypeName
  /** A full date or a date and time, depending on the string's form. */
  | 'date'
  /** An array of items of one type. */
  | { readonly items: ElementType }
  /** A map: types of its named members; other members are written by their JSON kind. */
  | { readonly members: Readonly<Record<string, ElementType>>; readonly required: readonly string[] };

export type ElementTypes = Readonly<Record<string, ElementType>>;

export const MDL_DOCTYPE = 'org.iso.18013.5.1.mDL';
export const MDL_NAMESPACE = 'org.iso.18013.5.1';
export const PID_DOCTYPE = 'eu.europa.ec.eudi.pid.1';
export const PID_NAMESPACE = 'eu.europa.ec.eudi.pid.1';
/** EU age verification profile: document type and namespace of a proof of age. */
export const AGE_DOCTYPE = 'eu.europa.ec.av.1';
export const AGE_NAMESPACE = 'eu.europa.ec.av.1';

/** ISO/IEC 18013-5, 7.2.1: the elements that every mDL has. */
export const MDL_MANDATORY = [
  'family_name',
  'given_name',
  'birth_date',
  'issue_date',
  'expiry_date',
  'issuing_country',
  'issuing_authority',
  'document_number',
  'portrait',
  'driving_privileges',
  'un_distinguishing_sign',
] as const;

const code: ElementType = {
  members: { code: 'text', sign: 'text', value: 'text' },
  required: ['code'],
};

/** ISO/IEC 18013-5, 7.2.4 */
const drivingPrivileges: ElementType = {
  items: {
    members: {
      vehicle_category_code: 'text',
      issue_date: 'full-date',
      expiry_date: 'full-date',
      codes: { items: code },
    },
    required: ['vehicle_category_code'],
  },
};

const MDL: ElementTypes = {
  family_name: 'text',
  given_name: 'text',
  birth_date: 'full-date',
  issue_date: 'date',
  expiry_date: 'date',
  issuing_country: 'text',
  issuing_authority: 'text',
  document_number: 'text',
  portrait: 'bytes',
  driving_privileges: drivingPrivileges,
  un_distinguishing_sign: 'text',
  administrative_number: 'text',
  sex: 'integer',
  height: 'integer',
  weight: 'integer',
  eye_colour: 'text',
  hair_colour: 'text',
  birth_place: 'text',
  resident_address: 'text',
  portrait_capture_date: 'tdate',
  age_in_years: 'integer',
  age_birth_year: 'integer',
  issuing_jurisdiction: 'text',
  nationality: 'text',
  resident_city: 'text',
  resident_state: 'text',
  resident_postal_code: 'text',
  resident_country: 'text',
  family_name_national_character: 'text',
  given_name_national_character: 'text',
  signature_usual_mark: 'bytes',
};

/** ARF, PID rulebook, 3.1 */
const PID: ElementTypes = {
  family_name: 'text',
  given_name: 'text',
  birth_date: 'full-date',
  place_of_birth: { members: { country: 'text', region: 'text', locality: 'text' }, required: [] },
  nationality: { items: 'text' },
  resident_address: 'text',
  resident_country: 'text',
  resident_state: 'text',
  resident_city: 'text',
  resident_postal_code: 'text',
  resident_street: 'text',
  resident_house_number: 'text',
  personal_administrative_number: 'text',
  portrait: 'bytes',
  family_name_birth: 'text',
  given_name_birth: 'text',
  sex: 'integer',
  email_address: 'text',
  mobile_phone_number: 'text',
  expiry_date: 'date',
  issuance_date: 'date',
  issuing_authority: 'text',
  issuing_country: 'text',
  issuing_jurisdiction: 'text',
  document_number: 'text',
  location_status: 'text',
  trust_anchor: 'text',
  attestation_legal_category: 'text',
  age_in_years: 'integer',
  age_birth_year: 'integer',
};

const TABLES: ReadonlyMap<string, ElementTypes> = new Map([
  [MDL_NAMESPACE, MDL],
  [PID_NAMESPACE, PID],
  [AGE_NAMESPACE, {}],
]);

const AGE_OVER = /^age_over_\d\d$/;
/** ISO/IEC 18013-5, 7.2.1: `biometric_template_xx`. */
const BIOMETRIC_TEMPLATE = /^biometric_template_[a-z_]{1,40}$/;

/** An element's type in its namespace's table; undefined if no table has it. */
export function standardElementType(namespace: string, element: string): ElementType | undefined {
  const table = TABLES.get(namespace);
  if (table === undefined) return undefined;
  if (AGE_OVER.test(element)) return 'bool';
  if (namespace === MDL_NAMESPACE && BIOMETRIC_TEMPLATE.test(element)) return 'bytes';
  return Object.hasOwn(table, element) ? table[element] : undefined;
}
