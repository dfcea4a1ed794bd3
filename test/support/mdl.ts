/** A driving licence: its configuration, and questions for it. */
import { pidQuestion } from './presentation.ts';

export const MDL = 'org.iso.18013.5.1.mDL';
export const MDL_SPACE = 'org.iso.18013.5.1';

const names = ['family_name', 'given_name', 'birth_date', 'portrait', 'age_over_18', 'age_over_21'];

export const mdlConfiguration = {
  config: {
    format: 'mso_mdoc',
    doctype: MDL,
    scope: 'mdl',
    display: [{ name: 'Driving licence', locale: 'en' }],
    credential_metadata: {
      claims: names.map((name) => ({ path: [MDL_SPACE, name], display: [{ name, locale: 'en' }] })),
    },
  },
  claims: {
    [MDL_SPACE]: {
      family_name: 'Mustermann',
      given_name: 'Erika',
      birth_date: '1990-01-01',
      portrait: '_9j_4AAQ',
      issue_date: '2026-01-01',
      expiry_date: '2036-01-01',
      issuing_country: 'UT',
      issuing_authority: 'Authority',
      document_number: 'D1',
      un_distinguishing_sign: 'D',
      age_over_18: true,
      age_over_21: true,
      driving_privileges: [{ vehicle_category_code: 'B' }],
    },
  },
  lifetime: 86_400,
};

/** A query for elements of the licence. */
export const mdlQuery = (...elements: readonly string[]) => ({
  id: 'mdl',
  format: 'mso_mdoc',
  meta: { doctype_value: MDL },
  claims: elements.map((name) => ({ path: [MDL_SPACE, name] })),
});

/** A presentation configuration with these credential queries. */
export const question = (...credentials: readonly object[]) => ({ ...pidQuestion, dcql_query: { credentials } });
