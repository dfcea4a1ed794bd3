/** A tenant's identity provider: `sign-in.json`, and the body of its route. */
import { closed, documented } from '../http/schema-parts.ts';
import * as example from './configuration-examples.ts';
import { source, times } from './listed-members.ts';
import { $schema, fileObject, forApi, forFile } from './readers.ts';

export const signInText = { type: 'string', minLength: 1, maxLength: 2048 } as const;

export const signInProperties = {
  issuer: { ...signInText, format: 'http-url', description: 'Issuer identifier of the OpenID Connect provider' },
  clientId: { ...signInText, finding: 'clientId must be a non-empty string' },
  clientSecret: { ...signInText, description: 'Without it the client is public. Never returned' },
  scope: documented(
    {
      ...signInText,
      description: 'Scope values with one space between them, one of them `openid`; default `openid`',
      finding: 'scope has scope values with one space between them, and openid is one of them',
    },
    { pattern: '^([!#-\\[\\]-~]+ )*openid( [!#-\\[\\]-~]+)*$' },
  ),
  claims: {
    type: 'object',
    maxProperties: 100,
    description: 'Claim of the credential -> claim of the provider',
    additionalProperties: signInText,
  },
  acr: {
    description: 'Accepted values of `acr`; without it every one',
    type: 'array',
    minItems: 1,
    items: signInText,
    finding: 'acr must be a string or an array of strings',
  },
  maxAge: {
    type: 'integer',
    minimum: 0,
    description: 'Seconds since the user last authenticated at the provider',
    finding: 'maxAge must be a whole number of seconds',
  },
} as const;

/** The identity provider as the management API accepts it. */
export const signInSchema = forApi(
  closed(
    'SignIn',
    ['issuer', 'clientId'],
    { ...signInProperties, ...times, source },
    { description: 'OpenID Connect provider where users sign in', example: example.signIn },
  ),
);

/** Members of the file. */
export const signInFileMembers = {
  $schema,
  ...signInProperties,
  acr: {
    anyOf: [{ type: 'string', minLength: 1 }, signInProperties.acr],
    description: signInProperties.acr.description,
  },
  clientSecretEnv: { type: 'string', description: 'Name of the environment variable with the secret' },
} as const;

export const signInFile = forFile(
  'The OpenID Connect provider where users sign in: sign-in.json',
  fileObject(signInFileMembers, {
    required: ['issuer', 'clientId'],
    not: { required: ['clientSecret', 'clientSecretEnv'] },
  }),
);
