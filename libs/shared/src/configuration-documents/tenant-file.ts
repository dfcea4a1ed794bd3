/** The description of `tenant.json`. */
import { text } from '../http/schema-parts.ts';
import { $schema, fileObject, forFile } from './readers.ts';

const wholeNumber = (minimum: number) => ({ type: 'integer', minimum }) as const;

export const quotaMembers = {
  management: { ...wholeNumber(0), description: 'Calls of the management interface a minute, 0 for no limit' },
  wallet: { ...wholeNumber(0), description: 'Calls of wallets a minute, 0 for no limit' },
  parallel: {
    ...wholeNumber(0),
    description: 'Calls under way at once in a process while other tenants call, 0 for no limit',
  },
} as const;

export const tenantMembers = {
  profile: {
    type: 'string',
    enum: ['open', 'haip'],
    description:
      'haip: what the OpenID4VC High Assurance Interoperability Profile requires of wallets; open: what is offered is optional. Default haip where `HAIP=true`, else open',
  },
  credentialEncryption: {
    type: 'string',
    enum: ['optional', 'required'],
    description:
      'required: credential requests and their answers must be encrypted. Default: the setting `CREDENTIAL_ENCRYPTION`',
  },
  quotas: {
    ...fileObject(quotaMembers),
    description: 'In place of the settings `QUOTA_MANAGEMENT`, `QUOTA_WALLET`, `QUOTA_PARALLEL`',
  },
  country: {
    ...text,
    pattern: '^[A-Z]{2}$',
    description:
      'Code of ISO 3166-1 alpha-2: the country that the generated certificates of the mdoc issuer name, that of its authority. Default `UT`, which is no country, for development',
  },
  issuer_info: {
    type: 'array',
    minItems: 1,
    maxItems: 1,
    items: fileObject(
      { format: { ...text, const: 'registration_cert' }, data: { ...text, description: 'The certificate, a JWT' } },
      { required: ['format', 'data'] },
    ),
    description: 'The registration certificate of the issuer, published for EU wallets',
  },
  preferred_client_status_period: {
    ...wholeNumber(1),
    description: 'Published for EU wallets: seconds for which the status of a wallet attestation should be maintained',
  },
} as const;

export const tenantFile = forFile(
  'Profile of a tenant: tenant.json of its folder; nothing is inherited',
  fileObject({ $schema, ...tenantMembers }),
);
