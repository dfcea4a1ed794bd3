/** `issuer.scheme.plan` and `issuer.scheme.import`: an attestation scheme that becomes a credential configuration. */
import { schemaMeta } from '../configuration-documents/attestation-scheme.ts';
import { configurationId } from '../configuration-documents/listed-members.ts';
import { closed, freeObject } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';

const example = {
  configuration: 'library-card',
  scheme: {
    version: '1.0.0',
    rulebookURI: 'https://library.example/rulebook',
    attestationLoS: 'iso_18045_moderate',
    bindingType: 'key',
    supportedFormats: ['dc+sd-jwt'],
    schemaURIs: [{ formatIdentifier: 'dc+sd-jwt', uri: 'https://library.example/card.schema.json' }],
  },
  schema: { type: 'object', properties: { family_name: { type: 'string' } }, required: ['family_name'] },
};

export const schemeImportSchema = closed(
  'SchemeImport',
  ['configuration', 'scheme'],
  {
    configuration: { ...configurationId, description: 'The configuration to create, or to change' },
    scheme: schemaMeta,
    format: {
      type: 'string',
      enum: ['dc+sd-jwt', 'mso_mdoc'],
      description: "One of the scheme's formats. Default: the first of these two",
    },
    type: { type: 'string', minLength: 1, maxLength: 2048, description: 'Credential type: `vct`, or the doctype' },
    schema: {
      ...freeObject,
      description: "JSON Schema at the format's schema address; of an mdoc, by namespace. The server does not load it",
    },
  },
  { description: 'An attestation scheme for a credential configuration', example },
);

export type SchemeImport = Static<typeof schemeImportSchema>;
