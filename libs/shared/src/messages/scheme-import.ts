/** `issuer.scheme.plan` and `issuer.scheme.import`: an attestation scheme that becomes a credential configuration. */
import { schemaMeta } from '../configuration-documents/attestation-scheme.ts';
import { issuedFormats } from '../configuration-documents/credential-entry.ts';
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
      enum: issuedFormats,
      description: "One of the scheme's formats. Default: the first of these that the scheme has",
    },
    type: {
      type: 'string',
      minLength: 1,
      maxLength: 2048,
      description: 'Credential type: `vct`, the doctype, or the own type of a W3C credential',
    },
    schema: {
      ...freeObject,
      description:
        "JSON Schema at the format's schema address; of an mdoc, by namespace; of a W3C credential, with `credentialSubject`. The server does not load it",
    },
  },
  { description: 'An attestation scheme for a credential configuration', example },
);

export type SchemeImport = Static<typeof schemeImportSchema>;
