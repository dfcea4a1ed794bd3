/**
 * JSON Schemas (draft 2020-12) of the files of the configuration folder, for editors: completion, help and a first check.
 * The services check more (`npm run check-config`), and what they accept is accepted here.
 */

import {
  credentialConfigurations,
  presentationConfigurations,
} from '@countersign/shared/configuration-documents/configuration-examples';
import {
  credentialConfigurationProperties,
  presentationConfigurationProperties,
  signInProperties,
} from '@countersign/shared/flow-config/configuration-schemas';
import { freeObject, text } from '@countersign/shared/http/schema-parts';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { roles } from '@countersign/shared/kernel/role';
import { trustLimits } from './trust-limits.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
/** Formats that only the validator of this project supports. */
const OWN_FORMATS = new Set(['http-url', 'header-name', 'header-value']);
const $schema = { ...text, description: 'Address of this schema, for editors' } as const;
const colour = {
  ...text,
  pattern: '^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|(rgb|hsl)a?\\(.*\\))$',
  description: 'Such as #1d3557',
} as const;

const image = object(
  {
    uri: { ...text, description: 'Address; `<PUBLIC_URL>/public/logo.svg` is a file of the folder `public`' },
    url: { ...text, description: 'The same for wallets of older drafts; `uri` goes out under both names' },
    alt_text: text,
  },
  { anyOf: [{ required: ['uri'] }, { required: ['url'] }] },
);

const names = {
  name: { ...text, minLength: 1 },
  locale: { ...text, description: 'Language tag (BCP 47); one entry for each' },
} as const;

const displayEntry = {
  ...names,
  description: text,
  background_color: colour,
  text_color: colour,
  logo: image,
  background_image: image,
} as const;

const display = listOf(object(displayEntry, { required: ['name'] }), 'How wallets show it; one entry a language');

const claimDescription = object(
  {
    path: {
      type: 'array',
      minItems: 1,
      items: { type: ['string', 'integer', 'null'] },
      description: 'Claims path pointer: names, positions, null for all items',
    },
    mandatory: { type: 'boolean' },
    display: listOf(object(names, { required: ['name'] }), 'What wallets call the claim'),
  },
  { required: ['path'] },
);

const levels = (what: string) =>
  listOf(text, `Accepted levels of ${what}, such as iso_18045_high; every level that an attestation names must be one`);

const proofType = (description: string) =>
  object(
    {
      proof_signing_alg_values_supported: {
        type: 'array',
        items: { type: 'string', enum: ['ES256', 'ES384', 'ES512'] },
        description: 'ES256; ES384 and ES512 are for key attestations',
      },
      key_attestations_required: object(
        {
          key_storage: levels('the key storage'),
          user_authentication: levels('what may unlock the key'),
          preferred_key_storage_status_period: { type: 'integer', minimum: 1, description: 'Seconds' },
        },
        { description: 'Key attestations are required; {} accepts any level' },
      ),
    },
    { required: ['proof_signing_alg_values_supported'], description },
  );

const wholeNumber = (minimum: number) => ({ type: 'integer', minimum }) as const;

const reusePolicy = object(
  {
    id: { ...text, const: 'arf_annex_ii' },
    options: listOf(
      object(
        {
          details: {
            type: 'array',
            minItems: 1,
            items: { type: 'string', enum: ['once_only', 'limited_time', 'rotating-batch', 'per-relying-party'] },
            description: 'Methods; exactly one of once_only and limited_time',
          },
          batch_size: { ...wholeNumber(2), maximum: 50, description: 'Credentials that a wallet asks for at once' },
          reissue_trigger_unused: {
            ...wholeNumber(1),
            description: 'Unused credentials left at which new ones are due',
          },
          reissue_trigger_lifetime_left: { ...wholeNumber(1), description: 'The same in seconds before the end' },
        },
        { required: ['details'] },
      ),
      'By preference',
    ),
  },
  {
    required: ['id', 'options'],
    description: 'How EU wallets use the credentials of a batch, and when they ask for new ones (ETSI TS 119 472-3)',
  },
);

/** Values of members that differ by the format. */
const ofSdJwt = {
  properties: {
    credential_signing_alg_values_supported: { const: ['ES256'] },
    cryptographic_binding_methods_supported: { const: ['jwk'] },
    doctype: false,
  },
} as const;
const ofMdoc = {
  properties: {
    credential_signing_alg_values_supported: { type: 'array', items: { enum: [-7, -9] }, contains: { const: -7 } },
    cryptographic_binding_methods_supported: { type: 'array', items: { enum: ['cose_key', 'jwk'] } },
    vct: false,
    doctype: true,
  },
  required: ['doctype'],
} as const;
const isMdoc = { type: 'object', properties: { format: { const: 'mso_mdoc' } }, required: ['format'] } as const;

const configMembers = object(
  {
    format: { ...text, enum: ['dc+sd-jwt', 'mso_mdoc'], description: 'SD-JWT VC, or ISO mdoc' },
    doctype: {
      ...text,
      minLength: 1,
      maxLength: 256,
      description: 'Type of an mdoc, for example org.iso.18013.5.1.mDL',
    },
    vct: {
      ...text,
      minLength: 1,
      description:
        'Credential type; default `…/credentials/vct/<id>` below the address of the server, for other tenants `…/credentials/<tenant>/vct/<id>`',
    },
    scope: {
      ...text,
      description: 'Scope that wallets authorize with; default the id; each configuration has its own',
    },
    display,
    credential_metadata: object({
      display,
      claims: listOf(claimDescription, 'What wallets show of the claims'),
      credential_reuse_policy: reusePolicy,
    }),
    credential_signing_alg_values_supported: {
      type: 'array',
      minItems: 1,
      description: 'ES256; of an mdoc the COSE numbers -7 and -9',
    },
    cryptographic_binding_methods_supported: {
      type: 'array',
      minItems: 1,
      description: 'jwk; of an mdoc cose_key too',
    },
    proof_types_supported: object(
      { jwt: proofType('Proofs by the key'), attestation: proofType('Key attestations alone') },
      { description: 'Default for profile open: jwt; for profile haip: both, with key attestations of any level' },
    ),
  },
  { required: ['format'], description: 'Entry of `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4)' },
);
// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const config = { ...configMembers, if: isMdoc, then: ofMdoc, else: ofSdJwt };

const frame = {
  type: 'object',
  description: 'Claims that the holder may show one by one; mirrors the claims, at most 1,000 members',
  properties: {
    _sd: { type: 'array', items: { type: ['string', 'integer'] }, description: 'Names, or positions of an array' },
    _sd_decoy: { type: 'integer', minimum: 0, maximum: 64, description: 'Digests that stand for nothing' },
  },
  additionalProperties: { $ref: '#/$defs/frame' },
} as const;

const credential = written(credentialConfigurationProperties);
const presentation = written(presentationConfigurationProperties);

/** The schema of each kind of file, by the name under which it is published. */
export const fileSchemas: Readonly<Record<string, JsonObject>> = {
  'issuance.json': published('A credential configuration: issuance/<id>.json', {
    ...object(
      { $schema, ...credential, config, disclosureFrame: { $ref: '#/$defs/frame' } },
      { required: ['config', 'claims'] },
    ),
    if: { properties: { config: isMdoc }, required: ['config'] },
    else: { properties: { element_types: false, disclosureFrame: true }, required: ['disclosureFrame'] },
    $defs: { frame },
    examples: credentialConfigurations,
  }),
  'presentation.json': published(
    'A presentation configuration: presentation/<id>.json',
    object({ $schema, ...presentation }, { required: ['dcql_query'], examples: presentationConfigurations }),
  ),
  'display.json': published(
    'Name and images of the issuer: display.json',
    listOf(
      object(
        {
          ...displayEntry,
          accent_color: { ...colour, description: 'Colour of the pages that people see, #rgb or #rrggbb' },
        },
        { required: ['name'] },
      ),
      'One entry a language',
    ),
  ),
  'clients.json': published(
    'Backends of variant B: clients.json, in the root folder alone',
    object({ $schema, clients: { type: 'array', items: managementClient() } }, { required: ['clients'] }),
  ),
  'wallets.json': published(
    'Wallet clients: wallets.json; the file of a tenant replaces that of the root folder',
    object({
      $schema,
      public_clients: {
        type: 'boolean',
        description: 'Whether wallets that are not registered may take part; default true',
      },
      public_redirect_schemes: {
        type: 'array',
        items: { ...text, pattern: '^[a-z][a-z0-9+.-]{0,63}$' },
        description:
          'Schemes of redirect URIs, without colon, that wallets which are not registered may use beside https, loopback addresses and schemes with a dot',
      },
      clients: { type: 'array', items: walletClient() },
    }),
  ),
  'tenant.json': published(
    'Profile of a tenant: tenant.json of its folder; nothing is inherited',
    object({
      $schema,
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
        ...object({
          management: { ...wholeNumber(0), description: 'Calls of the management interface a minute, 0 for no limit' },
          wallet: { ...wholeNumber(0), description: 'Calls of wallets a minute, 0 for no limit' },
          parallel: {
            ...wholeNumber(0),
            description: 'Calls under way at once in a process while other tenants call, 0 for no limit',
          },
        }),
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
        items: object(
          { format: { ...text, const: 'registration_cert' }, data: { ...text, description: 'The certificate, a JWT' } },
          { required: ['format', 'data'] },
        ),
        description: 'The registration certificate of the issuer, published for EU wallets',
      },
      preferred_client_status_period: {
        ...wholeNumber(1),
        description:
          'Published for EU wallets: seconds for which the status of a wallet attestation should be maintained',
      },
    }),
  ),
  'sign-in.json': published(
    'The OpenID Connect provider at which people sign in: sign-in.json',
    object(
      {
        $schema,
        ...signInProperties,
        acr: {
          anyOf: [{ type: 'string', minLength: 1 }, signInProperties.acr],
          description: signInProperties.acr.description,
        },
        clientSecretEnv: { ...text, description: 'Name of the environment variable that holds the secret' },
      },
      { required: ['issuer', 'clientId'], not: { required: ['clientSecret', 'clientSecretEnv'] } },
    ),
  ),
  'authorization-server.json': published(
    'An authorization server of others that issues access tokens: authorization-server.json',
    object(
      {
        $schema,
        issuer: { ...text, minLength: 1, description: 'Issuer identifier, as its tokens name it' },
        jwksUri: { ...text, description: 'Address of its keys; default: that of its metadata (RFC 8414)' },
        sessionClaim: { ...text, description: 'Claim of its tokens with the issuer_state; default issuer_state' },
      },
      { required: ['issuer'] },
    ),
  ),
  'trust.json': published(
    'What the CA certificates of trust/issuers/<name>.pem may issue: trust/issuers/<name>.json',
    object(
      {
        $schema,
        ...trustLimits,
      },
      { anyOf: [{ required: ['vct'] }, { required: ['doctype'] }, { required: ['names'] }] },
    ),
  ),
};

/** Without the members that the list of the API adds. */
function written({ createdAt: _, updatedAt: __, source: ___, findings: ____, ...members }: JsonObject): JsonObject {
  return members;
}

function managementClient(): JsonObject {
  return object(
    {
      client_id: { ...text, minLength: 1 },
      tenant: { ...text, description: 'Id of the tenant; default the client_id' },
      role: { type: 'string', enum: [...roles], description: 'What the client may do; default admin' },
      secret_scrypt: { ...text, description: 'Hash of the secret, made by `npm run hash-secret`' },
      secret_env: { ...text, description: 'Name of the environment variable that holds the secret' },
    },
    { required: ['client_id'], not: { required: ['secret_scrypt', 'secret_env'] } },
  );
}

function walletClient(): JsonObject {
  return object(
    {
      client_id: text,
      redirect_uris: { type: 'array', items: text, description: 'Where codes may go' },
      jwks: object(
        { keys: { type: 'array', minItems: 1, items: freeObject } },
        { required: ['keys'], description: 'Public keys for private_key_jwt' },
      ),
    },
    { required: ['client_id', 'jwks'] },
  );
}

function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', ...more, properties, additionalProperties: false };
}

function listOf(items: JsonObject, description: string): JsonObject {
  return { type: 'array', minItems: 1, description, items };
}

function published(title: string, schema: JsonObject): JsonObject {
  return { $schema: DIALECT, title, ...(forEditors(schema) as JsonObject) };
}

/** Keywords and formats that only this project knows. */
function isOwn(name: string, item: Json | undefined): boolean {
  return name === 'documented' || (name === 'format' && OWN_FORMATS.has(String(item)));
}

/** Without what only this project knows. */
function forEditors(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => forEditors(item));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name, item]) => !isOwn(name, item));
  return Object.fromEntries(members.map(([name, item]) => [name, item === undefined ? item : forEditors(item)]));
}
