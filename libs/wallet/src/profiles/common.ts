/** Habits that several wallets have in common. */
import type { MetadataHabits } from './wallet-habits.ts';

export const PREFERS_SIGNED = 'application/jwt, application/json';

/** Looks only in the places from the final standards. */
export const INSERTED = {
  issuer: ['inserted'],
  server: [['inserted', 'oauth-authorization-server']],
} as const satisfies Partial<MetadataHabits>;

/** Then looks for the metadata of an OpenID provider. */
export const INSERTED_OR_OPENID = {
  issuer: ['inserted'],
  server: [
    ['inserted', 'oauth-authorization-server'],
    ['inserted', 'openid-configuration'],
  ],
} as const satisfies Partial<MetadataHabits>;

export const INSERTED_THEN_APPENDED = {
  issuer: ['inserted', 'appended'],
  server: [
    ['inserted', 'oauth-authorization-server'],
    ['appended', 'oauth-authorization-server'],
    ['appended', 'openid-configuration'],
  ],
} as const satisfies Partial<MetadataHabits>;

export const NO_DEMANDS = {
  accept: undefined,
  demandsIssuer: false,
  demandsKeyAttestations: false,
  demandsRequestEncryption: 'never',
  demandsAlgorithmLists: false,
  demandsOneIssuerInfo: false,
} as const satisfies Partial<MetadataHabits>;

const NO_ENCRYPTION = { asks: false, compresses: false, asksCompressed: false, header: undefined } as const;

/** Wallets' habits if nothing else is known: the ways of the final standards. */
export const ORDINARY = {
  attested: false,
  statuses: {},
  authorization: { begins: 'par', asks: 'scope' },
  credential: { names: 'as_token', adds: [], keys: 'one' },
  presentation: { requestMethod: 'get', discloses: 'asked' },
  pop: {},
  challenge: 'kept',
  proof: { form: 'jwt_each', key: 'jwk', nonceInside: true },
  encryption: NO_ENCRYPTION,
  attestation: {},
  namesClient: true,
  dropsRefreshToken: false,
} as const;
