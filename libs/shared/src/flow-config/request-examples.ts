/** Examples of the bodies that a backend sends; those of configurations are also templates. */
import type { JsonObject } from '../kernel/json.ts';

export const webhook: JsonObject = {
  url: 'https://backend.example.com/outcome',
  auth: { type: 'apiKey', config: { headerName: 'x-api-key', value: 'secret-of-the-backend' } },
};

export const offer: JsonObject = {
  response_type: 'uri',
  credentialConfigurationIds: ['pid'],
  claims: { pid: { given_name: 'Erika', family_name: 'Mustermann', birthdate: '1984-01-26' } },
  flow: 'pre_authorized_code',
  state: 'order-1',
};

export const vct: JsonObject = {
  vct: '<PUBLIC_URL>/credentials/vct/staff-card',
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

export const credentialConfiguration: JsonObject = {
  id: 'staff-card',
  config: {
    format: 'dc+sd-jwt',
    vct: '<PUBLIC_URL>/credentials/vct/staff-card',
    scope: 'staff-card',
    display: [{ name: 'Staff card', locale: 'en', background_color: '#1d3557', text_color: '#ffffff' }],
  },
  claims: { name: 'Erika Mustermann', department: 'Accounts' },
  disclosureFrame: { _sd: ['name', 'department'] },
  vct,
  schema: schemaOfClaims,
  lifetime: 31536000,
};

const askedCredentials: JsonObject = {
  format: 'dc+sd-jwt',
  meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/pid'] },
  claims: [{ path: ['given_name'] }, { path: ['family_name'] }],
};

export const presentationConfiguration: JsonObject = {
  id: 'booking-name',
  dcql_query: { credentials: [{ id: 'pid', ...askedCredentials }] },
  registrationCert: {
    id: 'booking-name-certificate',
    body: {
      privacy_policy: 'https://example.com/privacy',
      purpose: [{ locale: 'en', name: 'Checking the name on a booking' }],
      contact: { website: 'https://example.com', 'e-mail': 'privacy@example.com', phone: '+49 30 1234567' },
      credentials: [askedCredentials],
    },
  },
  webhook: 'https://backend.example.com/presented',
};

export const presentationRequest: JsonObject = {
  response_type: 'uri',
  requestId: 'name-check',
  state: 'booking-1',
};

export const pageAnswer: JsonObject = {
  protocol: 'openid4vp-v1-signed',
  data: { response: 'header..iv.ciphertext.tag' },
};

export const deliveryReplay: JsonObject = { dead: { from: '2026-01-26T09:00:00Z', until: '2026-01-26T12:00:00Z' } };

export const webhookTest: JsonObject = { webhook };

export const webhookSecretRotation: JsonObject = { overlap: 86400 };

export const statusUpdate: JsonObject = {
  sessionId: '0197c0c5c8a07d3fXk2mQ9vT4bWc8hR1',
  credentialConfigurationId: 'pid',
  status: 1,
};

export const tokenRequest: JsonObject = { client_id: 'root', client_secret: 'secret-of-the-client' };

export const signIn: JsonObject = {
  issuer: 'https://login.example.com',
  clientId: 'countersign',
  clientSecret: 'secret-of-the-client',
  scope: 'openid profile email',
  claims: { given_name: 'given_name', family_name: 'family_name', email: 'email' },
  acr: ['urn:example:substantial'],
};

export const configurationsImport: JsonObject = {
  version: 1,
  issuance: [credentialConfiguration],
  presentation: [presentationConfiguration],
};
