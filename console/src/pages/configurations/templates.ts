/** Documents to begin with: each works as it is, on a server without any other configuration. */
import type { ConfigurationKind } from './configuration-kinds.ts';
import { mdocTemplate } from './mdoc-templates.ts';

const credential = {
  id: 'staff-card',
  config: {
    format: 'dc+sd-jwt',
    vct: '<PUBLIC_URL>/credentials/vct/staff-card',
    scope: 'staff-card',
    display: [
      { name: 'Staff card', locale: 'en', background_color: '#1d3557', text_color: '#ffffff' },
      { name: 'Dienstausweis', locale: 'de', background_color: '#1d3557', text_color: '#ffffff' },
    ],
    credential_metadata: {
      claims: [
        {
          path: ['name'],
          display: [
            { name: 'Name', locale: 'en' },
            { name: 'Name', locale: 'de' },
          ],
        },
        {
          path: ['department'],
          display: [
            { name: 'Department', locale: 'en' },
            { name: 'Abteilung', locale: 'de' },
          ],
        },
      ],
    },
  },
  claims: { name: 'Erika Mustermann', department: 'Accounts' },
  disclosureFrame: { _sd: ['name', 'department'] },
  vct: {
    vct: '<PUBLIC_URL>/credentials/vct/staff-card',
    name: 'Staff card',
    description: 'Shows that its holder works here',
  },
  schema: {
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
  },
  lifetime: 31_536_000,
};

const asked = {
  format: 'dc+sd-jwt',
  meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/staff-card'] },
  claims: [{ path: ['name'] }],
};

const presentation = {
  id: 'staff-check',
  dcql_query: { credentials: [{ id: 'card', ...asked }] },
  registrationCert: {
    id: 'staff-check-certificate',
    body: {
      privacy_policy: 'https://example.com/privacy',
      purpose: [
        { locale: 'en', name: 'Checking who enters' },
        { locale: 'de', name: 'Prüfen, wer eintritt' },
      ],
      contact: { website: 'https://example.com', 'e-mail': 'privacy@example.com', phone: '+49 30 1234567' },
      credentials: [asked],
    },
  },
};

/** @param name of a template of mdocs; else the document is one of an SD-JWT VC @returns the text of a document that can be stored */
export function templateOf(kind: ConfigurationKind, name?: string): string {
  return JSON.stringify(mdocTemplate(name) ?? (kind === 'issuance' ? credential : presentation), null, 2);
}
