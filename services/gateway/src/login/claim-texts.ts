/** Claim names for a login's page: for OpenID Connect, PIDs and driving licences. Pure. */
import type { CredentialPath } from '@countersign/shared/crypto/pairwise-subject';
import type { Language } from '@countersign/shared/pages/accept-language';
import { type LoginClient, topOf } from './client.ts';
import type { CredentialNames } from './credential-names.ts';
import type { RequestedClaims } from './requested-claims.ts';

type Texts = readonly [en: string, de: string];

const given: Texts = ['given name', 'Vorname'];
const family: Texts = ['family name', 'Nachname'];
const born: Texts = ['date of birth', 'Geburtsdatum'];
const birthplace: Texts = ['place of birth', 'Geburtsort'];
const nationality: Texts = ['nationality', 'Staatsangehörigkeit'];
const givenAtBirth: Texts = ['given name at birth', 'Vorname bei der Geburt'];
const familyAtBirth: Texts = ['family name at birth', 'Geburtsname'];
const email: Texts = ['email address', 'E-Mail-Adresse'];
const phone: Texts = ['phone number', 'Telefonnummer'];
const photograph: Texts = ['photograph', 'Lichtbild'];
const sex: Texts = ['sex', 'Geschlecht'];
const address: Texts = ['address', 'Anschrift'];
const street: Texts = ['street', 'Straße'];
const city: Texts = ['town', 'Ort'];
const region: Texts = ['region', 'Region'];
const postcode: Texts = ['postal code', 'Postleitzahl'];
const country: Texts = ['country', 'Land'];
const houseNumber: Texts = ['house number', 'Hausnummer'];
const issued: Texts = ['date of issue', 'Ausstellungsdatum'];
const expires: Texts = ['date of expiry', 'Ablaufdatum'];

const texts: Readonly<Record<string, Texts>> = {
  name: ['full name', 'vollständiger Name'],
  given_name: given,
  family_name: family,
  middle_name: ['middle name', 'weiterer Vorname'],
  birth_given_name: givenAtBirth,
  given_name_birth: givenAtBirth,
  birth_family_name: familyAtBirth,
  family_name_birth: familyAtBirth,
  birthdate: born,
  birth_date: born,
  place_of_birth: birthplace,
  birth_place: birthplace,
  nationalities: nationality,
  nationality,
  gender: sex,
  sex,
  email,
  email_address: email,
  phone_number: phone,
  mobile_phone_number: phone,
  picture: photograph,
  portrait: photograph,
  address,
  formatted: address,
  resident_address: address,
  street_address: street,
  resident_street: street,
  house_number: houseNumber,
  resident_house_number: houseNumber,
  locality: city,
  resident_city: city,
  region,
  resident_state: region,
  postal_code: postcode,
  resident_postal_code: postcode,
  country,
  resident_country: country,
  age_in_years: ['age', 'Alter'],
  age_birth_year: ['year of birth', 'Geburtsjahr'],
  personal_administrative_number: ['personal number', 'Personenkennziffer'],
  document_number: ['number of the document', 'Nummer des Dokuments'],
  issuing_authority: ['issuing authority', 'ausstellende Behörde'],
  issuing_country: ['issuing country', 'ausstellender Staat'],
  issue_date: issued,
  date_of_issuance: issued,
  expiry_date: expires,
  date_of_expiry: expires,
  driving_privileges: ['driving licence categories', 'Fahrerlaubnisklassen'],
};

export interface ShownClaim {
  readonly name: string;
  readonly path: CredentialPath;
}

/** What the page lists: claims for the application, or else what only tells people apart. */
export function shownClaims(
  client: Pick<LoginClient, 'claims'>,
  { userinfo, idToken, paths }: RequestedClaims,
): readonly ShownClaim[] {
  const named = [...userinfo, ...idToken].map((name) => ({ name: topOf(name), path: client.claims.get(name) ?? [] }));
  return named.length > 0 ? named : paths.map((path) => ({ name: path.at(-1) ?? '', path }));
}

/** Each once, in the order of the request: as the tenant calls it, as everyone does, or by its name. */
export function claimTexts(
  claims: readonly ShownClaim[],
  language: Language,
  names: Pick<CredentialNames, 'claim'>,
): readonly string[] {
  return [...new Set(claims.map(({ name, path }) => names.claim(path) ?? textOf(name, language)))];
}

function textOf(name: string, language: Language): string {
  const [, age] = /^(?:age_over_)?(\d{1,3})$/.exec(name) ?? [];
  if (age !== undefined) return language === 'de' ? `mindestens ${age} Jahre alt` : `at least ${age} years old`;
  const [en, de] = (Object.hasOwn(texts, name) ? texts[name] : undefined) ?? [];
  return (language === 'de' ? de : en) ?? name.replaceAll('_', ' ');
}
