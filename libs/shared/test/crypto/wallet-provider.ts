/**
 * A wallet provider, and instances of its wallet: wallet attestations (OpenID4VCI 1.0, appendix E, with the claims of EU TS 3),
 * their proofs of possession, key attestations (appendix D) and the provider's status list. Every part can be replaced.
 */
import type { JsonWebKey } from 'node:crypto';
import { randomUUID, X509Certificate } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Validity } from '../../src/crypto/certificates.ts';
import { createAuthority, createLeaf } from '../../src/crypto/certificates.ts';
import { certificateHost, x5cElement } from '../../src/crypto/x509.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { makeIntermediate } from './intermediate.ts';
import {
  type JwtOverrides,
  newWalletKeyPair,
  signWalletJwt,
  type WalletAlgorithm,
  type WalletKeyPair,
  walletJwk,
  walletJwkThumbprint,
} from './wallet-jws.ts';

export interface WalletProviderOptions {
  /** `wallet_name`; default Example Wallet. */
  readonly name?: string;
  /** Algorithm of all the provider's signatures. Default: ES256 */
  readonly alg?: WalletAlgorithm;
  /** True puts a CA between the anchor and the provider's certificate, so that `x5c` has two certificates. */
  readonly intermediate?: boolean;
  /** Milliseconds; default the system's. */
  readonly clock?: () => number;
  /** Validity of all certificates. Default: a day ago to a year ahead */
  readonly validity?: Validity;
  /** Signs with these instead of a new key and chain. */
  readonly kept?: Pick<WalletProvider, 'caPem' | 'x5c' | 'keys'>;
  /** Address of the provider's status list. Without it attestations have no status. */
  readonly statusUri?: string;
}

export interface AttestationInput extends JwtOverrides {
  /** `sub`: the `client_id`, the same for all instances of a wallet. */
  readonly clientId: string;
  /** `cnf.jwk`: the key of the instance. */
  readonly jwk: object;
  /** Entry in the provider's status list; default 0. */
  readonly statusIndex?: number;
}

export interface KeyAttestationInput extends JwtOverrides {
  /** `attested_keys`: public keys, or their JWKs. */
  readonly keys: readonly object[];
  readonly nonce?: string;
  /** Seconds; default an hour from now. */
  readonly exp?: number;
  /** Entry in the provider's status list; default 0. */
  readonly statusIndex?: number;
}

export interface WalletProvider {
  readonly name: string;
  readonly alg: WalletAlgorithm;
  /** The trust anchor, PEM. */
  readonly caPem: string;
  /** Leaf first, without the anchor. */
  readonly x5c: readonly string[];
  readonly keys: WalletKeyPair;
  /** Seconds. */
  now(): number;
  /** A wallet attestation as EU TS 3 wants it: no `iss`, names of the wallet, `client_status`. */
  attestation(input: AttestationInput): string;
  keyAttestation(input: KeyAttestationInput): string;
  /** A status list token with one bit per entry; `sub` is `statusUri`. */
  statusList(values: readonly number[], overrides?: JwtOverrides): string;
}

const DAY = 86_400_000;
const HOUR_SECONDS = 3600;

export async function createWalletProvider(options: WalletProviderOptions = {}): Promise<WalletProvider> {
  const { name = 'Example Wallet', alg = 'ES256', clock = Date.now, statusUri } = options;
  const keys = options.kept?.keys ?? newWalletKeyPair(alg);
  const { caPem, x5c } = options.kept ?? (await makeChain(keys, { ...options, name }));
  const now = (): number => Math.floor(clock() / 1000);
  const sign: Sign = (typ, claims, overrides) =>
    signWalletJwt({ header: { typ, alg, x5c }, claims: { iat: now(), ...claims }, key: keys.privateKey }, overrides);
  const status = (idx = 0): object | undefined =>
    statusUri === undefined
      ? undefined
      : { status: { status_list: { idx, uri: statusUri } }, exp: now() + (30 * DAY) / 1000 };
  return { name, alg, caPem, x5c, keys, now, ...tokensOf({ name, statusUri, now, sign, status }) };
}

type Sign = (typ: string, claims: object, overrides: JwtOverrides) => string;

function tokensOf({
  name,
  statusUri,
  now,
  sign,
  status,
}: {
  readonly name: string;
  readonly statusUri: string | undefined;
  readonly now: () => number;
  readonly sign: Sign;
  readonly status: (idx?: number) => object | undefined;
}): Pick<WalletProvider, 'attestation' | 'keyAttestation' | 'statusList'> {
  const certification = 'https://provider.example/certification';
  return {
    attestation: ({ clientId, jwk, statusIndex, ...overrides }) => {
      const claims = {
        sub: clientId,
        exp: now() + 12 * HOUR_SECONDS,
        cnf: { jwk },
        wallet_name: name,
        wallet_version: '1.0.0',
        wallet_solution_certification_information: certification,
        client_status: status(statusIndex),
      };
      return sign('oauth-client-attestation+jwt', claims, overrides);
    },
    keyAttestation: ({ keys, nonce, exp, statusIndex, ...overrides }) => {
      const claims = {
        exp: exp ?? now() + HOUR_SECONDS,
        attested_keys: keys.map(jwkOf),
        key_storage: ['iso_18045_high'],
        user_authentication: ['iso_18045_high'],
        certification,
        nonce,
        key_storage_status: status(statusIndex),
      };
      return sign('key-attestation+jwt', claims, overrides);
    },
    statusList: (values, overrides = {}) => {
      const list = { bits: 1, lst: encodeList(values) };
      const claims = { sub: statusUri, exp: now() + HOUR_SECONDS, ttl: 300, status_list: list };
      return sign('statuslist+jwt', claims, overrides);
    },
  };
}

export interface HeadersInput {
  /** The proof of possession's `aud`: the issuer identifier of the authorization server. */
  readonly aud: string;
  readonly challenge?: string;
  /** Changes the attestation, or replaces it. */
  readonly attestation?: string | (JwtOverrides & { readonly statusIndex?: number });
  /** Changes the proof of possession, or replaces it. */
  readonly pop?: string | JwtOverrides;
}

export interface AttestationHeaders {
  readonly 'oauth-client-attestation': string;
  readonly 'oauth-client-attestation-pop': string;
}

export interface WalletInstance {
  readonly clientId: string;
  readonly key: WalletKeyPair;
  readonly jwk: JsonWebKey;
  /** RFC 7638 thumbprint of `jwk`. */
  readonly jkt: string;
  headers(input: HeadersInput): AttestationHeaders;
}

/** One installation of the provider's wallet. @param options.key default a new P-256 key */
export function createWalletInstance(options: {
  readonly provider: WalletProvider;
  readonly clientId: string;
  readonly key?: WalletKeyPair;
}): WalletInstance {
  const { provider, clientId, key = newWalletKeyPair() } = options;
  const jwk = walletJwk(key.publicKey);
  const alg = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' }[jwk.crv ?? ''];
  const popOf = ({ aud, challenge }: HeadersInput, overrides: JwtOverrides): string => {
    const claims = { aud, jti: randomUUID(), iat: provider.now(), challenge };
    const header = { typ: 'oauth-client-attestation-pop+jwt', alg };
    return signWalletJwt({ header, claims, key: key.privateKey }, overrides);
  };
  return {
    clientId,
    key,
    jwk,
    jkt: walletJwkThumbprint(jwk),
    headers: (input) => {
      const { attestation = {}, pop = {} } = input;
      return {
        'oauth-client-attestation':
          typeof attestation === 'string' ? attestation : provider.attestation({ clientId, jwk, ...attestation }),
        'oauth-client-attestation-pop': typeof pop === 'string' ? pop : popOf(input, pop),
      };
    },
  };
}

async function makeChain(
  leafKeys: WalletKeyPair,
  options: WalletProviderOptions & { readonly name: string },
): Promise<Pick<WalletProvider, 'caPem' | 'x5c'>> {
  const now = (options.clock ?? Date.now)();
  const validity = options.validity ?? { notBefore: now - DAY, notAfter: now + 365 * DAY };
  const host = certificateHost('https://provider.example');
  const common = { ...validity, tenant: options.name, host, random: systemRandom };
  const root = newWalletKeyPair();
  const caPem = await createAuthority({ ...common, keys: root, pathLength: options.intermediate === true ? 1 : 0 });
  const between = newWalletKeyPair();
  const intermediate =
    options.intermediate === true
      ? await makeIntermediate({ ...validity, keys: between, issuer: { certificate: caPem, keys: root }, names: [] })
      : undefined;
  const authority =
    intermediate === undefined
      ? { certificate: caPem, privateKey: root.privateKey }
      : { certificate: intermediate.toString(), privateKey: between.privateKey };
  const leaf = new X509Certificate(await createLeaf({ ...common, publicKey: leafKeys.publicKey, authority }));
  return { caPem, x5c: [leaf, ...(intermediate === undefined ? [] : [intermediate])].map(x5cElement) };
}

function jwkOf(key: object): object {
  return 'asymmetricKeyType' in key ? walletJwk(key as WalletKeyPair['publicKey']) : key;
}

/** Token Status List, 4.1: from the least significant bit of each byte. */
function encodeList(values: readonly number[]): string {
  const bytes = Buffer.alloc(Math.max(1, Math.ceil(values.length / 8)));
  for (const [index, value] of values.entries()) {
    if (value !== 0) bytes.writeUInt8(bytes.readUInt8(index >> 3) | (1 << (index & 7)), index >> 3);
  }
  return deflateSync(bytes).toString('base64url');
}
