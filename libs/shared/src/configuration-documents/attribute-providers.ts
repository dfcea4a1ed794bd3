/** Describes a tenant's attribute providers: `attribute-providers.json`. */
import type { Static } from '../http/static-type.ts';
import { configurationId } from './listed-members.ts';
import { $schema, fileObject, forFile } from './readers.ts';

const variable = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  description: 'Name of the environment variable of the issuer with the value. The file has no secret',
} as const;

const file = {
  type: 'string',
  pattern: '^/',
  maxLength: 1024,
  description: 'Absolute path of a file on the machine of the issuer. It is read at each call',
} as const;

const oauth = {
  type: 'object',
  required: ['tokenUrl', 'clientId'],
  properties: {
    tokenUrl: {
      type: 'string',
      format: 'http-url',
      maxLength: 2048,
      description: 'Token endpoint, under the rules of `url`',
    },
    clientId: { type: 'string', minLength: 1, maxLength: 256 },
    clientSecretEnv: variable,
    clientSecretFile: { ...file, description: `The secret. ${file.description}` },
    scope: { type: 'string', minLength: 1, maxLength: 1024, description: 'Scope values, separated by spaces' },
  },
  additionalProperties: false,
  description:
    'OAuth 2.0 client credentials instead of `auth`: the access token is used until it expires, and renewed once after a 401',
} as const;

const tls = {
  type: 'object',
  required: ['certificateFile', 'keyFile'],
  properties: {
    certificateFile: { ...file, description: `The client certificate with its chain, PEM. ${file.description}` },
    keyFile: { ...file, description: `Its private key, PEM without a password. ${file.description}` },
  },
  additionalProperties: false,
  description: 'Client certificate (mTLS), also for the `tokenUrl`',
} as const;

const provider = {
  type: 'object',
  required: ['id', 'url'],
  properties: {
    id: {
      type: 'string',
      pattern: configurationId.pattern,
      description: '`attribute_provider` of a credential configuration',
    },
    url: {
      type: 'string',
      format: 'http-url',
      maxLength: 2048,
      description: 'Public https. http and private addresses only if OUTBOUND_ALLOW lists them',
    },
    auth: {
      type: 'object',
      required: ['headerName', 'valueEnv'],
      properties: {
        headerName: {
          type: 'string',
          format: 'header-name',
          description: 'Header that authenticates the server, such as `authorization`',
        },
        valueEnv: variable,
      },
      additionalProperties: false,
    },
    oauth,
    tls,
    signingSecretEnv: {
      ...variable,
      description:
        "Name of the environment variable with the signing secret (`whsec_…`). Default: requests are signed with the tenant's own",
    },
    timeout: {
      type: 'integer',
      minimum: 1,
      maximum: 60,
      description: 'Seconds for one call, at most WEBHOOK_TIMEOUT. Default: 10',
    },
  },
  additionalProperties: false,
} as const;

export const attributeProvidersSchema = fileObject(
  {
    $schema,
    providers: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: provider,
      description: 'Services that return the claims of a credential when a wallet requests it',
    },
  },
  { required: ['providers'] },
);

export type WrittenProvider = Static<typeof provider>;

export const attributeProvidersFile = forFile(
  'The attribute providers of the tenant: attribute-providers.json',
  attributeProvidersSchema,
);
