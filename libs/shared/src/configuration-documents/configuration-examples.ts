/**
 * Examples of configurations, also used as editor templates. Each works unchanged, on a server without any other
 * configuration and with the server's own keys.
 */
import type { JsonObject } from '../kernel/json.ts';
import { MDL_DOCTYPE, MDL_NAMESPACE, PID_DOCTYPE, PID_NAMESPACE } from '../mdoc/element-types.ts';

const STAFF_CARD = '<PUBLIC_URL>/credentials/vct/staff-card';
/** A grey square, JPEG. */
const PORTRAIT =
  '_9j_2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH_wAALCAABAAEBAREA_8QAFAABAAAAAAAAAAAAAAAAAAAAAP_EABQQAQAAAAAAAAAAAAAAAAAAAAD_2gAIAQEAAD8AP__Z';

const NAMES: Readonly<Record<string, readonly [en: string, de: string]>> = {
  name: ['Name', 'Name'],
  department: ['Department', 'Abteilung'],
  family_name: ['Family name', 'Nachname'],
  given_name: ['Given name', 'Vorname'],
  birth_date: ['Date of birth', 'Geburtsdatum'],
  issue_date: ['Date of issue', 'Ausgestellt am'],
  expiry_date: ['Date of expiry', 'Gültig bis'],
  issuing_country: ['Issuing country', 'Ausstellender Staat'],
  issuing_authority: ['Issuing authority', 'Ausstellende Behörde'],
  document_number: ['Number', 'Nummer'],
  portrait: ['Photograph', 'Lichtbild'],
  driving_privileges: ['Categories', 'Fahrerlaubnisklassen'],
  un_distinguishing_sign: ['Distinguishing sign', 'Unterscheidungszeichen'],
  age_over_18: ['Over 18', 'Über 18'],
};

function inBoth(en: string, de: string, more: JsonObject = {}): readonly JsonObject[] {
  return [
    { name: en, locale: 'en', ...more },
    { name: de, locale: 'de', ...more },
  ];
}

function described(paths: readonly (readonly string[])[]): JsonObject {
  return {
    claims: paths.map((path) => {
      const last = path.at(-1) ?? '';
      const [en, de] = NAMES[last] ?? [last, last];
      return { path, display: inBoth(en, de) };
    }),
  };
}

export const vct: JsonObject = {
  vct: STAFF_CARD,
  name: 'Staff card',
  description: 'Shows that its holder works here',
};

export const schemaOfClaims: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    iss: { type: 'string' },
    vct: { type: 'string' },
    cnf: { type: 'object' },
    name: { type: 'string', minLength: 1 },
    department: { type: 'string' },
  },
  required: ['iss', 'vct', 'cnf', 'name'],
};

const staffCard: JsonObject = {
  id: 'staff-card',
  config: {
    format: 'dc+sd-jwt',
    vct: STAFF_CARD,
    scope: 'staff-card',
    display: inBoth('Staff card', 'Dienstausweis', { background_color: '#1d3557', text_color: '#ffffff' }),
    credential_metadata: described([['name'], ['department']]),
  },
  claims: { name: 'Erika Mustermann', department: 'Accounts' },
  disclosureFrame: { _sd: ['name', 'department'] },
  vct,
  schema: schemaOfClaims,
  lifetime: 31_536_000,
};

function mdoc(id: string, doctype: string, display: readonly JsonObject[], claims: JsonObject): JsonObject {
  const paths = Object.entries(claims).flatMap(([space, elements]) =>
    Object.keys(elements as JsonObject).map((name) => [space, name]),
  );
  return {
    id,
    config: { format: 'mso_mdoc', doctype, scope: id, display, credential_metadata: described(paths) },
    claims,
    lifetime: 7_776_000,
  };
}

const person = { family_name: 'Mustermann', given_name: 'Erika', birth_date: '1984-08-12' };

const drivingLicence = mdoc('driving-licence', MDL_DOCTYPE, inBoth('Driving licence', 'Führerschein'), {
  [MDL_NAMESPACE]: {
    ...person,
    issue_date: '2026-01-15',
    expiry_date: '2041-01-14',
    issuing_country: 'UT',
    issuing_authority: 'Licensing office',
    document_number: 'A12345678',
    portrait: PORTRAIT,
    driving_privileges: [{ vehicle_category_code: 'B', issue_date: '2002-09-01' }],
    un_distinguishing_sign: 'UT',
    age_over_18: true,
  },
});

const pidDocument = mdoc(
  'pid-document',
  PID_DOCTYPE,
  inBoth('Person identification data', 'Personenidentifikationsdaten'),
  {
    [PID_NAMESPACE]: {
      ...person,
      expiry_date: '2041-01-14',
      issuing_authority: 'Registration office',
      issuing_country: 'UT',
    },
  },
);

const asked: JsonObject = { format: 'dc+sd-jwt', meta: { vct_values: [STAFF_CARD] }, claims: [{ path: ['name'] }] };

const staffCheck: JsonObject = {
  id: 'staff-check',
  dcql_query: { credentials: [{ id: 'card', ...asked }] },
  registrationCert: {
    id: 'staff-check-certificate',
    body: {
      privacy_policy: 'https://example.com/privacy',
      purpose: inBoth('Checking who enters', 'Prüfen, wer eintritt'),
      contact: { website: 'https://example.com', 'e-mail': 'privacy@example.com', phone: '+49 30 1234567' },
      credentials: [asked],
    },
  },
};

const licenceCheck: JsonObject = {
  id: 'licence-check',
  dcql_query: {
    credentials: [
      {
        id: 'licence',
        format: 'mso_mdoc',
        meta: { doctype_value: MDL_DOCTYPE },
        claims: ['family_name', 'given_name', 'portrait'].map((name) => ({ path: [MDL_NAMESPACE, name] })),
      },
    ],
  },
  registrationCert: {
    id: 'licence-check-certificate',
    body: {
      privacy_policy: 'https://example.com/privacy',
      purpose: inBoth('Checking who may drive', 'Prüfen, wer fahren darf'),
    },
  },
};

/** The first is the example of the API description. */
export const credentialConfigurations = [staffCard, drivingLicence, pidDocument] as const;
export const presentationConfigurations = [staffCheck, licenceCheck] as const;

export const webhook: JsonObject = {
  url: 'https://backend.example.com/outcome',
  auth: { type: 'apiKey', config: { headerName: 'x-api-key', value: 'secret-of-the-backend' } },
};

export const signIn: JsonObject = {
  issuer: 'https://login.example.com',
  clientId: 'countersign',
  clientSecret: 'secret-of-the-client',
  scope: 'openid profile email',
  claims: { given_name: 'given_name', family_name: 'family_name', email: 'email' },
  acr: ['urn:example:substantial'],
};
