/** The description of the certificates that the server obtains through ACME: `acme.json`. */
import type { Static } from '../http/static-type.ts';
import { $schema, fileObject, forFile, listOf } from './readers.ts';

const line = { type: 'string', minLength: 1, maxLength: 2048 } as const;
const lines = { type: 'array', items: line, maxItems: 20 } as const;

const identifier = {
  type: 'object',
  required: ['type', 'value'],
  properties: {
    type: { type: 'string', enum: ['dns', 'ip', 'wrp-id'], description: '`wrp-id`: a registered relying party' },
    value: line,
  },
  additionalProperties: false,
} as const;

const externalAccount = {
  type: 'object',
  required: ['kid', 'macKeyEnv'],
  properties: {
    kid: { ...line, description: 'Identifier that the authority gave out with the key' },
    macKeyEnv: { ...line, description: 'Name of the environment variable with the key, in base64url' },
  },
  additionalProperties: false,
  description: 'Account at the authority that vouches for this one (RFC 8555, 7.3.4)',
} as const;

const subject = {
  type: 'object',
  required: ['commonName'],
  properties: {
    commonName: { ...line, description: "Name that users see: the organisation's or the service's" },
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
    organization: line,
    organizationalUnit: line,
    organizationIdentifier: { ...line, description: 'For example NTRDE-HRB123456' },
    givenName: line,
    surname: line,
    pseudonym: line,
    serialNumber: line,
    uris: { ...lines, description: 'Addresses in the subject alternative name' },
    emails: lines,
    telephones: {
      ...lines,
      items: { type: 'string', pattern: '^[+]?[0-9() /.-]{3,32}$' },
      description: 'Numbers in the subject alternative name, for example +49 30 1234',
    },
    hosts: { ...lines, description: 'Host names in the subject alternative name' },
  },
  additionalProperties: false,
  description: 'Content of the certificate request',
} as const;

export const acmeCertificateMembers = {
  directory: { ...line, format: 'http-url', description: "Address of the authority's directory" },
  set: {
    type: 'string',
    pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
    description:
      'Set of keys that the certificate is for. Default: `default`, the keys that sign if no set is specified',
  },
  purpose: {
    type: 'string',
    enum: ['request', 'metadata', 'credential', 'mdoc'],
    description: 'What the key signs. Default `request`',
  },
  identifiers: listOf(identifier, 'What the authority certifies, and for which the account is authorized'),
  subject,
  instanceId: {
    ...line,
    description:
      'Distinguishes several certificates of one relying party, if the authority supports it. Without it a new certificate may revoke the others',
  },
  contact: {
    ...lines,
    description: 'Addresses at which the authority reaches you, for example mailto:pki@agency.example',
  },
  termsOfServiceAgreed: {
    type: 'boolean',
    description: "Whether you accept the authority's terms. Default false",
  },
  externalAccount,
  key: {
    type: 'string',
    enum: ['new', 'keep'],
    description: 'Whether each certificate is for a new key, or for the same one. Default new',
  },
  registrationCertificate: {
    type: 'string',
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$',
    description:
      'Id under which the registration certificate is stored that the authority issues with the order, if it does. Default: it is not stored',
  },
} as const;

export const acmeSchema = fileObject(
  {
    $schema,
    certificates: {
      ...listOf(
        {
          type: 'object',
          required: ['directory', 'identifiers', 'subject'],
          properties: acmeCertificateMembers,
          additionalProperties: false,
        },
        'Certificates that the server obtains, and renews 30 days before they end',
      ),
      maxItems: 50,
    },
  },
  { required: ['certificates'] },
);

/** One certificate as written. */
export type WrittenAcmeCertificate = Static<{
  readonly type: 'object';
  readonly required: readonly ['directory', 'identifiers', 'subject'];
  readonly properties: typeof acmeCertificateMembers;
}>;

export const acmeFile = forFile('Certificates that the server obtains through ACME (RFC 8555): acme.json', acmeSchema);
