/** JSON Schemas of the file with a tenant's configurations. */
import { choice, closed, freeObject, freeObjects, open, text } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';
import * as example from './request-examples.ts';
import { storedCredentialConfigurationSchema, storedPresentationConfigurationSchema } from './response-schemas.ts';

export const exportedSecretsSchema: JsonObject = choice('ExportedSecrets', ['include'], 'Secrets in an export');

export const importModeSchema: JsonObject = choice('ImportMode', ['check', 'apply'], 'What an import does');

const version = { type: 'integer', minimum: 1, maximum: 1, description: 'Version of the file format' } as const;
const secrets = { ...text, description: '`left_out`: each secret appears as `***`; `included`' } as const;
const display = { ...freeObject, description: 'Name, logo and colours of the issuer: `entries`' } as const;
const wallets = {
  ...freeObject,
  description: 'Registered wallets, as POST /configurations/wallets accepts them',
} as const;
const images = {
  ...freeObjects,
  description: 'Images stored through the API: `file` and its `data` in base64',
} as const;
const trust = {
  ...freeObjects,
  description: 'Trust anchors stored through the API: `purpose`, `id`, `pem` and limits',
} as const;

const trustLists = {
  ...freeObjects,
  description: 'Trust list sources stored through the API, as POST /trust/lists accepts them',
} as const;
const registrationCertificates = {
  ...freeObjects,
  description: 'Registration certificates stored through the API: `id`, `jwt` and `cwt`',
} as const;
const hostedLists = {
  ...freeObjects,
  description:
    'Published trust lists with their entities: as POST /hosted-lists/{list} accepts them, with `id` and `entities`',
} as const;
/** The members besides configurations. */
const parts = { display, images, trust, trustLists, registrationCertificates, wallets, hostedLists };

export const exportedConfigurationsSchema: JsonObject = open(
  'ExportedConfigurations',
  ['version', 'tenant', 'secrets', 'issuance', 'presentation'],
  {
    version,
    tenant: { ...text, description: 'Tenant that was exported' },
    secrets,
    issuance: { type: 'array', items: storedCredentialConfigurationSchema },
    presentation: { type: 'array', items: storedPresentationConfigurationSchema },
    signIn: { ...freeObject, description: 'Identity provider where users sign in' },
    ...parts,
  },
);

/** Each configuration is checked as on its own route, so that all errors are reported together. */
export const configurationsImportSchema: JsonObject = closed(
  'ConfigurationsImport',
  ['version'],
  {
    version,
    tenant: { ...text, description: "Ignored: the caller's credential selects the tenant" },
    secrets: { ...secrets, description: "Ignored: `***` keeps the tenant's stored secret" },
    issuance: { ...freeObjects, description: 'Credential configurations, each with its id' },
    presentation: { ...freeObjects, description: 'Presentation configurations, each with its id' },
    signIn: { ...freeObject, description: 'Identity provider where users sign in' },
    ...parts,
  },
  { description: 'An export', example: example.configurationsImport },
);

const mistake = open('ImportMistake', ['pointer', 'detail'], {
  pointer: { ...text, description: 'JSON pointer into the configuration' },
  detail: text,
});

export const importResultSchema: JsonObject = open('ImportResults', ['mode', 'results'], {
  mode: importModeSchema,
  results: {
    type: 'array',
    items: open('ImportResult', ['kind', 'pointer', 'outcome', 'mistakes'], {
      kind: choice(
        'ImportKind',
        [
          'issuance',
          'presentation',
          'signIn',
          'image',
          'display',
          'trust',
          'trustList',
          'registrationCertificate',
          'wallets',
          'hostedList',
        ],
        'What it is',
      ),
      id: text,
      pointer: { ...text, description: 'JSON pointer into the file' },
      outcome: choice(
        'ImportOutcome',
        ['new', 'changed', 'unchanged', 'wrong', 'file', 'written', 'refused'],
        '`new` and `changed` would be written, `wrong` has errors, `file` can only be changed in its file; `written` and `refused` are results of `apply`',
      ),
      mistakes: { type: 'array', items: mistake },
      present: {
        ...freeObject,
        description: 'With `mode=check`, if the outcome is not `unchanged`: what the tenant has now, without secrets',
      },
    }),
  },
});
