/** Documents of mdocs to begin with: a driving licence, a PID, and a question for a licence. Each works as it is with the keys that a server makes. */
import type { MdocTemplate } from '../../text/configurations.ts';
import type { ConfigurationKind } from './configuration-kinds.ts';

const LICENCE = 'org.iso.18013.5.1';
const PID = 'eu.europa.ec.eudi.pid.1';
/** A grey square, JPEG. */
const PORTRAIT =
  '_9j_2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH_wAALCAABAAEBAREA_8QAFAABAAAAAAAAAAAAAAAAAAAAAP_EABQQAQAAAAAAAAAAAAAAAAAAAAD_2gAIAQEAAD8AP__Z';

/** Which templates a kind has. */
export const mdocTemplates: Readonly<Record<ConfigurationKind, readonly MdocTemplate[]>> = {
  issuance: ['mdl', 'pid'],
  presentation: ['mdl-check'],
};

const NAMES: Readonly<Record<string, readonly [en: string, de: string]>> = {
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

function display(en: string, de: string): readonly object[] {
  return [
    { name: en, locale: 'en' },
    { name: de, locale: 'de' },
  ];
}

function mdoc(id: string, doctype: string, face: readonly object[], space: string, elements: object): object {
  const claims = Object.keys(elements).map((name) => {
    const [en, de] = NAMES[name] ?? [name, name];
    return { path: [space, name], display: display(en, de) };
  });
  return {
    id,
    config: { format: 'mso_mdoc', doctype, scope: id, display: face, credential_metadata: { claims } },
    claims: { [space]: elements },
    lifetime: 7_776_000,
  };
}

const person = { family_name: 'Mustermann', given_name: 'Erika', birth_date: '1984-08-12' };

const documents: Readonly<Record<MdocTemplate, object>> = {
  mdl: mdoc('driving-licence', `${LICENCE}.mDL`, display('Driving licence', 'Führerschein'), LICENCE, {
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
  }),
  pid: mdoc('pid-document', PID, display('Person identification data', 'Personenidentifikationsdaten'), PID, {
    ...person,
    expiry_date: '2041-01-14',
    issuing_authority: 'Registration office',
    issuing_country: 'UT',
  }),
  'mdl-check': {
    id: 'licence-check',
    dcql_query: {
      credentials: [
        {
          id: 'licence',
          format: 'mso_mdoc',
          meta: { doctype_value: `${LICENCE}.mDL` },
          claims: ['family_name', 'given_name', 'portrait'].map((name) => ({ path: [LICENCE, name] })),
        },
      ],
    },
    registrationCert: {
      id: 'licence-check-certificate',
      body: {
        privacy_policy: 'https://example.com/privacy',
        purpose: display('Checking who may drive', 'Prüfen, wer fahren darf'),
      },
    },
  },
};

/** @returns undefined where the name is none of a template of mdocs */
export function mdocTemplate(name: string | undefined): object | undefined {
  const isKnown = name !== undefined && Object.hasOwn(documents, name);
  return isKnown ? documents[name as MdocTemplate] : undefined;
}
