/** Lies about a client attestation, each as the headers of a request. */
import { createSecretKey, X509Certificate } from 'node:crypto';
import { newWalletKeyPair, signWalletJwt, walletJwk } from '@countersign/shared/test/crypto/wallet-jws';
import {
  createWalletInstance,
  type WalletInstance,
  type WalletProvider,
} from '@countersign/shared/test/crypto/wallet-provider';
import { type AttestationHeaders, AttestedWallet } from './attested-wallet.ts';
import type { HaipWorld } from './haip.ts';

/** The wallets' `client_id`. */
export const CLIENT = 'https://wallet.example';

export interface Attack {
  readonly wallet: AttestedWallet;
  readonly challenge: string;
  /** Issuer of the other tenant. */
  readonly elsewhere: string;
  readonly world: HaipWorld;
  readonly strangers: Strangers;
}

/** Providers whose anchors the tenant does not have, or has for another purpose. */
export interface Strangers {
  readonly unknown: WalletProvider;
  /** Its anchor is one of issuers, at both places. */
  readonly issuer: WalletProvider;
  /** Its anchor is one of the other tenant. */
  readonly elsewhere: WalletProvider;
}

/** Each creates the headers of a request. */
export type Attacks = Readonly<Record<string, (attack: Attack) => AttestationHeaders | Promise<AttestationHeaders>>>;

/** The headers that an instance would send. */
export const of = (instance: WalletInstance, { wallet, challenge }: Attack): AttestationHeaders => ({
  ...instance.headers({ aud: wallet.issuer, challenge }),
});
const by = (provider: WalletProvider, attack: Attack): AttestationHeaders =>
  of(createWalletInstance({ provider, clientId: CLIENT, key: attack.wallet.instance.key }), attack);
const der = (pem: string): string => new X509Certificate(pem).raw.toString('base64');
const seconds = (): number => Math.floor(Date.now() / 1000);

const attesters: Attacks = {
  'an unknown attester': (attack) => by(attack.strangers.unknown, attack),
  'an unknown attester that sends its root': (attack) => {
    const { unknown } = attack.strangers;
    return changed(attack, {
      header: { x5c: [...unknown.x5c, der(unknown.caPem)] },
      signingKey: unknown.keys.privateKey,
    });
  },
  'a chain of the provider, signed by another key': (attack) =>
    changed(attack, { signingKey: attack.strangers.unknown.keys.privateKey }),
  'the root alone': (attack) => changed(attack, { header: { x5c: [der(attack.world.provider.caPem)] } }),
  'no chain': (attack) => changed(attack, { header: { x5c: undefined } }),
  'a key in the header': (attack) => {
    const { privateKey, publicKey } = newWalletKeyPair();
    return changed(attack, { header: { x5c: undefined, jwk: walletJwk(publicKey) }, signingKey: privateKey });
  },
  'an attester of the other tenant': (attack) => by(attack.strangers.elsewhere, attack),
  'an attester whose anchor is one of issuers': (attack) => by(attack.strangers.issuer, attack),
};

const possession: Attacks = {
  'the attestation of another instance with a key of its own': (attack) => {
    const thief = createWalletInstance({ provider: attack.strangers.unknown, clientId: CLIENT });
    return { ...of(attack.wallet.instance, attack), 'oauth-client-attestation-pop': popOf(thief, attack) };
  },
  'no proof of possession': (attack) => only('oauth-client-attestation', attack),
  'no attestation': (attack) => only('oauth-client-attestation-pop', attack),
  'empty headers': () => ({ 'oauth-client-attestation': '', 'oauth-client-attestation-pop': '' }),
  'the audience of the other tenant': (attack) => proving(attack, { aud: attack.elsewhere }),
  'the token endpoint as audience': (attack) => proving(attack, { aud: `${attack.wallet.issuer}/authorize/token` }),
  'a list of audiences': (attack) => proving(attack, { aud: [attack.wallet.issuer] }),
  'no audience': (attack) => proving(attack, { aud: undefined }),
  'iss of another client': (attack) => proving(attack, { iss: 'https://other.example' }),
  'no jti': (attack) => proving(attack, { jti: undefined }),
  'an old proof': (attack) => proving(attack, { iat: seconds() - 301 }),
  'a proof of the future': (attack) => proving(attack, { iat: seconds() + 120 }),
  'a proof that has ended': (attack) => proving(attack, { exp: seconds() - 1 }),
  'a proof that does not hold yet': (attack) => proving(attack, { nbf: seconds() + 120 }),
};

const claims: Attacks = {
  'an attestation that has ended': (attack) => changed(attack, { claims: { exp: seconds() - 1 } }),
  'one without an end': (attack) => changed(attack, { claims: { exp: undefined } }),
  'one that does not hold yet': (attack) => changed(attack, { claims: { nbf: seconds() + 120 } }),
  'one for another client': (attack) => changed(attack, { claims: { sub: 'https://other.example' } }),
  'one for no client': (attack) => changed(attack, { claims: { sub: undefined } }),
  'one without a key': (attack) => changed(attack, { claims: { cnf: undefined } }),
  'one with a private key': (attack) =>
    changed(attack, { claims: { cnf: { jwk: { ...attack.wallet.instance.jwk, d: 'AA' } } } }),
  'one with a status that is none': (attack) => changed(attack, { claims: { client_status: { status: 'valid' } } }),
};

const types: Attacks = {
  'an attestation as the proof': (attack) => {
    const headers = of(attack.wallet.instance, attack);
    return { ...headers, 'oauth-client-attestation-pop': headers['oauth-client-attestation'] ?? '' };
  },
  'the proof as an attestation': (attack) => {
    const headers = of(attack.wallet.instance, attack);
    return { ...headers, 'oauth-client-attestation': headers['oauth-client-attestation-pop'] ?? '' };
  },
  'a key attestation as an attestation': (attack) => changed(attack, { header: { typ: 'key-attestation+jwt' } }),
  'a status list as an attestation': (attack) => changed(attack, { header: { typ: 'statuslist+jwt' } }),
  'an attestation without a type': (attack) => changed(attack, { header: { typ: undefined } }),
  'a DPoP proof as the proof': (attack) => ({
    ...of(attack.wallet.instance, attack),
    'oauth-client-attestation-pop': dpopOfInstance(attack),
  }),
  'a key proof as the proof': (attack) => proving(attack, {}, { typ: 'openid4vci-proof+jwt' }),
};

const algorithms: Attacks = {
  'HS256 keyed by the certificate': (attack) => {
    const key = createSecretKey(Buffer.from(attack.world.provider.x5c[0] ?? '', 'base64'));
    return changed(attack, { header: { alg: 'HS256' }, signingKey: key });
  },
  'HS256 keyed by the public key': (attack) => {
    const spki = attack.world.provider.keys.publicKey.export({ type: 'spki', format: 'pem' });
    return changed(attack, { header: { alg: 'HS256' }, signingKey: createSecretKey(Buffer.from(spki)) });
  },
  'no algorithm': (attack) => changed(attack, { header: { alg: 'none' }, signature: () => Buffer.alloc(0) }),
  'a proof without a signature': (attack) => proving(attack, {}, { alg: 'none' }, { signature: () => Buffer.alloc(0) }),
  'a proof with HS256': (attack) => {
    const key = createSecretKey(Buffer.from(JSON.stringify(attack.wallet.instance.jwk)));
    return proving(attack, {}, { alg: 'HS256' }, { signingKey: key });
  },
  'a changed signature': (attack) =>
    changed(attack, { signature: (right) => Buffer.from(right.map((byte) => byte ^ 1)) }),
};

const sizes: Attacks = {
  'headers that are joined': (attack) =>
    Object.fromEntries(
      Object.entries(of(attack.wallet.instance, attack)).map(([name, value]) => [name, `${value}, ${value}`]),
    ),
  'two proofs in one header': (attack) => {
    const headers = of(attack.wallet.instance, attack);
    const pop = headers['oauth-client-attestation-pop'];
    return { ...headers, 'oauth-client-attestation-pop': `${pop},${pop}` };
  },
  'an attestation of 17 kB': (attack) => changed(attack, { claims: { wallet_name: 'x'.repeat(13_000) } }),
  'a proof of 9 kB': (attack) => proving(attack, { more: 'x'.repeat(7000) }),
};

/** Lies about the challenge. */
export const challenges: Attacks = {
  'no challenge': (attack) => proving(attack, { challenge: undefined }),
  'a challenge that is forged': (attack) => proving(attack, { challenge: 'A'.repeat(51) }),
  'a challenge that is no text': (attack) => proving(attack, { challenge: { $ne: null } }),
  'a challenge of the other tenant': async (attack) => {
    const other = new AttestedWallet({ issuer: attack.elsewhere, provider: attack.world.provider });
    return proving(attack, { challenge: await other.attestationChallenge() });
  },
  'a nonce for key proofs': async (attack) => proving(attack, { challenge: await attack.wallet.nonce() }),
};

type Overrides = NonNullable<Exclude<Parameters<WalletInstance['headers']>[0]['pop'], string>>;

function changed({ wallet, challenge }: Attack, attestation: Overrides): AttestationHeaders {
  return { ...wallet.instance.headers({ aud: wallet.issuer, challenge, attestation }) };
}

function proving({ wallet, challenge }: Attack, claims: object, header = {}, more: Overrides = {}): AttestationHeaders {
  return { ...wallet.instance.headers({ aud: wallet.issuer, challenge, pop: { claims, header, ...more } }) };
}

function popOf(instance: WalletInstance, attack: Attack): string {
  return of(instance, attack)['oauth-client-attestation-pop'] ?? '';
}

function only(name: string, attack: Attack): AttestationHeaders {
  return { [name]: of(attack.wallet.instance, attack)[name] ?? '' };
}

/** A DPoP proof with the instance's key. */
function dpopOfInstance({ wallet: { instance, issuer } }: Attack): string {
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: instance.jwk };
  const payload = { htm: 'POST', htu: `${issuer}/authorize/par`, iat: seconds(), jti: 'j', aud: issuer };
  return signWalletJwt({ header, claims: payload, key: instance.key.privateKey });
}

/** Lies about everything else. */
export const lies: readonly Attacks[] = [attesters, possession, claims, types, algorithms, sizes];
