/** Wallets of the EU's line, and their test tools: attested, DPoP-bound, with key attestations. */
import { INSERTED, INSERTED_OR_OPENID, NO_DEMANDS, ORDINARY, PREFERS_SIGNED } from './common.ts';
import type { WalletHabits } from './wallet-habits.ts';

const EUDI_KOTLIN: WalletHabits = {
  source: 'eudi-lib-jvm-openid4vci-kt 0.13.0',
  attested: true,
  statuses: {},
  authorization: ORDINARY.authorization,
  credential: ORDINARY.credential,
  presentation: { requestMethod: 'post', discloses: 'asked', statuses: [200], refusesUnusedEncryption: true },
  metadata: {
    ...INSERTED,
    accept: PREFERS_SIGNED,
    demandsIssuer: false,
    demandsKeyAttestations: true,
    demandsRequestEncryption: 'always',
    demandsAlgorithmLists: true,
    demandsOneIssuerInfo: true,
  },
  pop: { iss: true, nbf: true },
  challenge: 'per_request',
  proof: { form: 'one_jwt', key: 'kid_0', nonceInside: false },
  encryption: { asks: true, compresses: true, asksCompressed: false, header: 'own_jwk' },
  attestation: {},
  namesClient: true,
  dropsRefreshToken: false,
};

export const EUDI_WALLETS = {
  'eudi-kotlin': EUDI_KOTLIN,
  'eudi-kotlin-attestation': {
    ...EUDI_KOTLIN,
    proof: { form: 'attestation', key: 'none', nonceInside: true },
  },
  'eudi-ios': {
    ...EUDI_KOTLIN,
    source: 'eudi-lib-ios-openid4vci-swift 0.53.0',
    presentation: { requestMethod: 'post', discloses: 'asked', encryptedRequest: 'demanded' },
    metadata: {
      ...EUDI_KOTLIN.metadata,
      ...INSERTED_OR_OPENID,
      demandsIssuer: true,
      demandsRequestEncryption: 'where_required',
      demandsOneIssuerInfo: false,
    },
    pop: { iss: true, exp: 300, key: true },
    encryption: { asks: true, compresses: false, asksCompressed: false, header: undefined },
    dropsRefreshToken: true,
  },
  suite: {
    source: 'OpenID Foundation conformance suite, 2026-08-20',
    ...ORDINARY,
    attested: true,
    statuses: { par: [201], token: [200], nonce: [200], credential: [200, 202] },
    metadata: { ...INSERTED, ...NO_DEMANDS, demandsRequestEncryption: 'where_required' },
    pop: { iss: true, nbf: true, exp: 300 },
    challenge: 'kept',
    proof: { form: 'jwt_each', key: 'jwk', nonceInside: true },
    encryption: { asks: true, compresses: false, asksCompressed: true, header: 'cty' },
    attestation: { iss: true, life: 300 },
    namesClient: true,
    dropsRefreshToken: false,
  },
  /** The letter of the EU's text, and of the newest draft: nothing optional. */
  'ts3-letter': {
    source: 'EU TS 3, 1.5 (2026-03-15)',
    ...ORDINARY,
    attested: true,
    metadata: { ...INSERTED, ...NO_DEMANDS, accept: 'application/jwt' },
    pop: {},
    challenge: 'per_request',
    proof: { form: 'one_jwt', key: 'none', nonceInside: false },
    encryption: { asks: true, compresses: false, asksCompressed: false, header: undefined },
    attestation: {},
    namesClient: false,
    dropsRefreshToken: false,
  },
} as const satisfies Readonly<Record<string, WalletHabits>>;
