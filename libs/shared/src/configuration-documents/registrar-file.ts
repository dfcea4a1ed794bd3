/** Describes a tenant's registrar: `registrar.json`. */
import { freeObject } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';
import { $schema, fileObject, forFile, listOf } from './readers.ts';

const line = { type: 'string', minLength: 1, maxLength: 2048 } as const;

const certificate = {
  type: 'object',
  required: ['id', 'intendedUse'],
  properties: {
    id: {
      type: 'string',
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$',
      description: 'Id of the stored certificate. Presentation configurations refer to it with registrationCert.id',
    },
    intendedUse: { ...line, description: 'Identifier that the register has given the intended use' },
    request: {
      ...freeObject,
      description: 'Additional members that this registrar requires in a certificate request',
    },
  },
  additionalProperties: false,
} as const;

export const registrarMembers = {
  url: { ...line, format: 'http-url', description: 'Address of the registrar API, without a slash at its end' },
  issuer: { ...line, description: '`iss` in its signed responses. Default: the address' },
  identifier: { ...line, description: 'Identifier of the party, for example NTRDE-HRB123456' },
  tokenEnv: { ...line, description: 'Name of the environment variable with the bearer token for writes' },
  party: {
    ...freeObject,
    description:
      'The entry of the party, a WalletRelyingParty by TS5. Registered when it changes. Without it the server registers nothing',
  },
  certificates: listOf(
    certificate,
    'Registration certificates that the server obtains, and renews 30 days before they end',
  ),
} as const;

export const registrarSchema = fileObject({ $schema, ...registrarMembers }, { required: ['url', 'identifier'] });

export type WrittenRegistrar = Static<{
  readonly type: 'object';
  readonly required: readonly ['url', 'identifier'];
  readonly properties: typeof registrarMembers;
}>;

export const registrarFile = forFile('The registrar of the tenant (TS5): registrar.json', registrarSchema);
