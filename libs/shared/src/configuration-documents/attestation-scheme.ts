/** Describes an attestation scheme of the European catalogue (`SchemaMeta` of TS11), and the member that keeps one. */
import { choice, closed, text } from '../http/schema-parts.ts';
import { listOf } from './readers.ts';

const formats = ['dc+sd-jwt', 'mso_mdoc', 'jwt_vc_json', 'jwt_vc_json-ld', 'ldp_vc'] as const;
const address = (description: string) => ({ ...text, format: 'uri', maxLength: 2048, description }) as const;
const format = choice('AttestationFormat', formats, 'Format of a credential');

/** By rising resistance (ISO/IEC 18045). */
export const schemeLevels = [
  'iso_18045_basic',
  'iso_18045_enhanced-basic',
  'iso_18045_moderate',
  'iso_18045_high',
] as const;

const authority = closed(
  'SchemeAuthority',
  ['frameworkType', 'value'],
  {
    frameworkType: { ...text, enum: ['aki', 'etsi_tl', 'openid_federation'] },
    value: { ...text, minLength: 1, maxLength: 2048 },
    isLOTE: { type: 'boolean', description: 'Whether the ETSI list is a list of trusted entities' },
  },
  { description: 'A trust framework, and who or what is trusted in it' },
);

const schemaUri = closed(
  'SchemeSchema',
  ['formatIdentifier', 'uri'],
  { formatIdentifier: format, uri: address('The server does not load it') },
  { description: 'Address of the schema for a format' },
);

/** What a configuration keeps. Its format and its keys say how it binds. */
const kept = {
  id: { ...text, pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', description: "The catalogue's UUID" },
  version: { ...text, pattern: '^\\d+\\.\\d+\\.\\d+([-+][0-9A-Za-z.+-]+)?$', maxLength: 64, description: 'SemVer' },
  rulebookURI: address('The human-readable rulebook'),
  attestationLoS: { ...text, enum: schemeLevels, description: 'Level of security (ISO/IEC 18045)' },
  trustedAuthorities: { ...listOf(authority, 'Who issues credentials of this scheme'), maxItems: 64 },
  supportedFormats: { type: 'array', minItems: 1, maxItems: formats.length, uniqueItems: true, items: format },
  schemaURIs: { ...listOf(schemaUri, 'One address per format'), minItems: 1, maxItems: 16 },
} as const;

export const attestationScheme = closed('AttestationScheme', [], kept, {
  description: 'The scheme in the European catalogue of attestations (TS11). Only its export uses it',
});

export const schemaMeta = closed(
  'SchemaMeta',
  ['version', 'rulebookURI', 'attestationLoS', 'bindingType', 'supportedFormats', 'schemaURIs'],
  { ...kept, bindingType: { ...text, enum: ['claim', 'key', 'biometric', 'none'] } },
  { description: 'An attestation scheme, as the European catalogue of attestations describes it (TS11)' },
);
