/**
 * The description of an application that signs users in with their wallets: `login/<id>.json`, and the body of its
 * route.
 */
import { choice, closed, documented, freeObject, patterns } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';
import { configurationId, listed } from './listed-members.ts';
import { $schema, fileObject, forFile } from './readers.ts';

const address = documented({ type: 'string', minLength: 1, maxLength: 2048 }, { pattern: patterns.address });
const addresses = { type: 'array', maxItems: 20, uniqueItems: true, items: address } as const;
const path = { type: 'array', minItems: 1, maxItems: 8, items: { type: 'string', minLength: 1 } } as const;
const name = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_.:-]{0,63}$' } as const;

export const loginAuthMethods = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
] as const;

const subject = closed(
  'LoginSubject',
  ['kind'],
  {
    kind: {
      type: 'string',
      enum: ['pairwise', 'transient'],
      description: '`pairwise`: a user has the same `sub` at each login; `transient`: a new one at each login',
    },
    from: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: path,
      description: 'Paths of the claims that distinguish users; each is required. Only with `pairwise`',
    },
    trust: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      description:
        "Name for all issuers that this tenant trusts, instead of the certifying authority's name: users keep their `sub` if a different issuer issues the next credential",
    },
    whenChanged: {
      type: 'string',
      enum: ['new-subjects'],
      description:
        'Required to change how subjects are created once some exist: every user then gets a different `sub`',
    },
  },
  { example: { kind: 'pairwise', from: [['given_name'], ['family_name'], ['birthdate']] } },
);

const verified = closed('LoginVerifiedClaims', ['trust_framework'], {
  trust_framework: { ...name, description: 'For example, `eidas`' },
  assurance_level: { ...name, description: 'For example, `high`' },
});

/** The members as written. */
const members = {
  id: { ...configurationId, description: 'The `client_id` of the application' },
  name: { type: 'string', minLength: 1, maxLength: 100, description: 'Name of the application on the page' },
  redirect_uris: { ...addresses, minItems: 1, description: 'Redirect addresses, which must match exactly' },
  post_logout_redirect_uris: { ...addresses, description: 'Redirect addresses after a logout' },
  session: {
    type: 'integer',
    minimum: 0,
    maximum: 86_400,
    description:
      'How long, in seconds, the browser stays signed in to this application without its wallet. Applies only to requests without claims. Default: 0',
  },
  backchannel_logout_uri: {
    ...address,
    description: 'URL that receives a logout token when a kept session ends (OpenID Connect Back-Channel Logout 1.0)',
  },
  token_endpoint_auth_method: choice(
    'LoginAuthMethod',
    loginAuthMethods,
    'How the application authenticates; default client_secret_basic. `none`: a public client, with PKCE',
  ),
  client_secret: {
    type: 'string',
    minLength: 1,
    maxLength: 256,
    description: 'At least 32 characters; for `client_secret_…`',
  },
  client_secret_env: {
    type: 'string',
    minLength: 1,
    maxLength: 128,
    description: "Only in a file: name of the gateway's environment variable with the secret",
  },
  jwks: { ...freeObject, description: 'Public keys of the application, for private_key_jwt' },
  id_token_signed_response_alg: choice('LoginSigningAlgorithm', ['RS256', 'ES256'], 'Default RS256'),
  userinfo_signed_response_alg: choice(
    'LoginUserinfoAlgorithm',
    ['RS256', 'ES256'],
    'If set, userinfo is a signed JWT, otherwise JSON',
  ),
  require_pkce: { type: 'boolean', description: 'Default: true. Set false for applications without PKCE' },
  presentation: {
    ...configurationId,
    description: 'Id of the presentation configuration, which contains the most that a login may request',
  },
  claims: {
    type: 'object',
    minProperties: 1,
    maxProperties: 100,
    propertyNames: name,
    additionalProperties: path,
    description:
      'Claim of the login -> path of the credential. A dot creates a member of an object: `address.locality`',
  },
  scopes: {
    type: 'object',
    maxProperties: 20,
    propertyNames: name,
    additionalProperties: { type: 'array', minItems: 1, maxItems: 50, items: name },
    description: 'Scopes besides `profile`, `email`, `address` and `phone` -> their claims',
  },
  claims_in: choice(
    'LoginClaimsPlace',
    ['userinfo', 'id_token'],
    'Where claims of scopes go; default userinfo. `id_token`: in both',
  ),
  subject,
  acr: {
    type: 'string',
    minLength: 1,
    maxLength: 256,
    description: 'What a login reaches, such as http://eidas.europa.eu/LoA/high',
  },
  verified,
  crossDevice: {
    type: 'boolean',
    description:
      'Allow a wallet on a different device, through a QR code. Default: false. Nothing then proves that the presenting user sits at that browser',
  },
} as const;

export const loginClientProperties = { ...members, ...listed } as const;

const required = ['id', 'name', 'redirect_uris', 'presentation', 'claims', 'subject'] as const;

const example = {
  id: 'shop',
  name: 'Example Shop',
  redirect_uris: ['https://shop.example/callback'],
  token_endpoint_auth_method: 'client_secret_basic',
  client_secret: '<at least 32 random characters in here>',
  presentation: 'name-check',
  claims: { given_name: ['given_name'], family_name: ['family_name'] },
  subject: { kind: 'pairwise', from: [['given_name'], ['family_name']] },
};

export const loginClientSchema = closed('LoginClient', required, loginClientProperties, {
  description: 'An application where users sign in with their wallets',
  example,
});

/** A client as written. */
export type WrittenLoginClient = Static<ReturnType<typeof closed<typeof members, typeof required>>>;

export const loginFile = forFile(
  'An application where users sign in with their wallets: login/<id>.json',
  fileObject({ $schema, ...members }, { required: required.filter((member) => member !== 'id'), examples: [example] }),
);
