/** The description of the identity provider of a tenant: `sign-in.json`, and the body of its route. */
import { closed, documented } from '../http/schema-parts.ts';
import * as example from './configuration-examples.ts';
import { source, times } from './listed-members.ts';
import { $schema, fileObject, forFile } from './readers.ts';

const signInText = { type: 'string', minLength: 1, maxLength: 2048 } as const;

export const signInProperties = {
  issuer: { ...signInText, format: 'http-url', description: 'Issuer identifier of the OpenID Connect provider' },
  clientId: signInText,
  clientSecret: { ...signInText, description: 'Without it the client is public. Never returned' },
  scope: documented(
    { ...signInText, description: 'Scope values with one space between them, one of them `openid`; default `openid`' },
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
  },
  maxAge: { type: 'integer', minimum: 0, description: 'Seconds since the person last authenticated at the provider' },
} as const;

/** The identity provider as the management route takes it. */
export const signInSchema = closed(
  'SignIn',
  ['issuer', 'clientId'],
  { ...signInProperties, ...times, source },
  { description: 'OpenID Connect provider at which people sign in', example: example.signIn },
);

export const signInFile = forFile(
  'The OpenID Connect provider at which people sign in: sign-in.json',
  fileObject(
    {
      $schema,
      ...signInProperties,
      acr: {
        anyOf: [{ type: 'string', minLength: 1 }, signInProperties.acr],
        description: signInProperties.acr.description,
      },
      clientSecretEnv: { type: 'string', description: 'Name of the environment variable that holds the secret' },
    },
    { required: ['issuer', 'clientId'], not: { required: ['clientSecret', 'clientSecretEnv'] } },
  ),
);
