/**
 * What wallets of the HAIP line do where the standards leave it open, one column each: read in the sources named, in those
 * versions. The wallet of the tests takes on any of them.
 */

export interface MetadataHabits {
  /** `Accept` of the request for issuer metadata; undefined sends none. */
  readonly accept: string | undefined;
  /** A signed document must name its `iss`. */
  readonly demandsIssuer: boolean;
  /** Refuses the whole metadata where a proof type has no `key_attestations_required`. */
  readonly demandsKeyAttestations: boolean;
  /** Refuses response encryption without request encryption: always, where it is required, or never. */
  readonly demandsRequestEncryption: 'always' | 'where_required' | 'never';
  /** Refuses attestation as client authentication unless the metadata lists algorithms of attestation and of PoP. */
  readonly demandsAlgorithmLists: boolean;
  /** Refuses `issuer_info` with more than one entry. */
  readonly demandsOneIssuerInfo: boolean;
}

export interface PopHabits {
  readonly iss?: true;
  /** `nbf` = `iat`. */
  readonly nbf?: true;
  /** `exp`, seconds after `iat`. */
  readonly exp?: number;
  /** The instance key in header and payload, and `kid` "0". */
  readonly key?: true;
}

export interface ProofHabits {
  /** One proof for all keys, a proof each, or the key attestation alone. */
  readonly form: 'one_jwt' | 'jwt_each' | 'attestation';
  /** How the header of a proof names its key. */
  readonly key: 'kid_0' | 'jwk' | 'none';
  /** The key attestation inside a `jwt` proof repeats the nonce. */
  readonly nonceInside: boolean;
}

export interface EncryptionHabits {
  /** Asks for an encrypted answer where the metadata offers it. */
  readonly asks: boolean;
  /** Compresses requests where the metadata offers it. */
  readonly compresses: boolean;
  /** Asks for compressed answers where the metadata offers it. */
  readonly asksCompressed: boolean;
  /** More members of the header of an encrypted request. */
  readonly header: 'own_jwk' | 'cty' | undefined;
}

export interface WalletHabits {
  readonly source: string;
  readonly metadata: MetadataHabits;
  readonly pop: PopHabits;
  /** Fetches a challenge for each request, or keeps one until a header renews it. */
  readonly challenge: 'per_request' | 'kept';
  readonly proof: ProofHabits;
  readonly encryption: EncryptionHabits;
  /** The attestation has `iss` and `nbf`, as up to draft 07 (seconds of life). */
  readonly attestation: { readonly iss?: true; readonly life?: number };
  /** Requests after PAR name `client_id` as a parameter. */
  readonly namesClient: boolean;
  /** Forgets the refresh token where a token answer does not repeat it. */
  readonly forgetsRefreshToken: boolean;
}

export const PREFERS_SIGNED = 'application/jwt, application/json';

const NO_DEMANDS = {
  demandsIssuer: false,
  demandsKeyAttestations: false,
  demandsRequestEncryption: 'never',
  demandsAlgorithmLists: false,
  demandsOneIssuerInfo: false,
} as const;

const EUDI_KOTLIN: WalletHabits = {
  source: 'eudi-lib-jvm-openid4vci-kt 0.13.0',
  metadata: {
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
  forgetsRefreshToken: false,
};

export const WALLETS = {
  'eudi-kotlin': EUDI_KOTLIN,
  'eudi-kotlin-attestation': {
    ...EUDI_KOTLIN,
    proof: { form: 'attestation', key: 'none', nonceInside: true },
  },
  'eudi-ios': {
    ...EUDI_KOTLIN,
    source: 'eudi-lib-ios-openid4vci-swift 0.53.0',
    metadata: {
      ...EUDI_KOTLIN.metadata,
      demandsIssuer: true,
      demandsRequestEncryption: 'where_required',
      demandsOneIssuerInfo: false,
    },
    pop: { iss: true, exp: 300, key: true },
    encryption: { asks: true, compresses: false, asksCompressed: false, header: undefined },
    forgetsRefreshToken: true,
  },
  credo: {
    source: 'credo-ts 0.8 alpha of 2026-08-07',
    metadata: { accept: undefined, ...NO_DEMANDS },
    pop: {},
    challenge: 'kept',
    proof: { form: 'one_jwt', key: 'jwk', nonceInside: false },
    encryption: { asks: false, compresses: false, asksCompressed: false, header: undefined },
    attestation: {},
    namesClient: true,
    forgetsRefreshToken: false,
  },
  suite: {
    source: 'OpenID Foundation conformance suite, 2026-08-20',
    metadata: { accept: undefined, ...NO_DEMANDS, demandsRequestEncryption: 'where_required' },
    pop: { iss: true, nbf: true, exp: 300 },
    challenge: 'kept',
    proof: { form: 'jwt_each', key: 'jwk', nonceInside: true },
    encryption: { asks: true, compresses: false, asksCompressed: true, header: 'cty' },
    attestation: { iss: true, life: 300 },
    namesClient: true,
    forgetsRefreshToken: false,
  },
  /** The letter of the EU's text, and of the newest draft: nothing that need not be there. */
  'ts3-letter': {
    source: 'EU TS 3, 1.5 (2026-03-15)',
    metadata: { accept: 'application/jwt', ...NO_DEMANDS },
    pop: {},
    challenge: 'per_request',
    proof: { form: 'one_jwt', key: 'none', nonceInside: false },
    encryption: { asks: true, compresses: false, asksCompressed: false, header: undefined },
    attestation: {},
    namesClient: false,
    forgetsRefreshToken: false,
  },
} as const satisfies Readonly<Record<string, WalletHabits>>;

export type WalletName = keyof typeof WALLETS;
