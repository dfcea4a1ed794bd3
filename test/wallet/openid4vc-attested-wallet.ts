/**
 * The library `@openid4vc/openid4vci` 0.4.6 as an attested wallet. It supports client attestation, key attestations and
 * DPoP. It has no challenge for the attestation and no encryption, which this wallet adds in the library's callbacks.
 */
import type { WalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { askEncryption, decryptAnswer, encryptRequest } from '@countersign/wallet/issuance/encryption';
import type { IssuerMetadata } from '@countersign/wallet/issuance/metadata';
import { newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import { WALLETS } from '@countersign/wallet/profiles/habits';
import { read } from '@countersign/wallet/sending/answer';
import {
  type CallbackContext,
  clientAuthenticationClientAttestationJwt,
  type JwtSignerJwk,
  Oauth2Client,
} from '@openid4vc/oauth2';
import { Openid4vciClient } from '@openid4vc/openid4vci';
import { callbacksWith, REDIRECT_URI, readCredential, scopesOf } from './openid4vc-wallet.ts';

const CLIENT_ID = 'https://wallet.example';
const { encryption: ENCRYPTION } = WALLETS['eudi-ios'];

type Signer = JwtSignerJwk & { readonly key: WalletKey };
type Token = Awaited<ReturnType<Openid4vciClient['retrieveAuthorizationCodeAccessTokenFromOffer']>>;

export interface AttestedCredentials {
  readonly credentials: readonly string[];
  readonly keys: readonly WalletKey[];
  readonly transactionId: string | undefined;
  readonly notificationId: string | undefined;
}

type Dpop = NonNullable<Parameters<Openid4vciClient['retrieveCredentials']>[0]['dpop']>;
type Metadata = Awaited<ReturnType<Openid4vciClient['resolveIssuerMetadata']>>;
type ServerMetadata = Metadata['authorizationServers'][number];

/** What the library found at an offer. */
interface Resolved {
  readonly credentialOffer: Awaited<ReturnType<Openid4vciClient['resolveCredentialOffer']>>;
  readonly issuerMetadata: Metadata;
}

interface Parts {
  readonly provider: WalletProvider;
  readonly callbacks: CallbackContext;
  readonly client: Openid4vciClient;
  readonly offer: Resolved;
  readonly server: ServerMetadata;
  readonly newSigner: () => Signer;
  readonly encrypted: Encrypted;
}

/** One offer in the library's hands. */
export class AttestedOpenid4vc {
  /** Encrypted requests and responses. */
  readonly encrypted: Encrypted;
  readonly #parts: Parts;
  readonly #signer: Signer;
  #dpop: Dpop;
  #token: Token | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#signer = parts.newSigner();
    this.#dpop = { signer: this.#signer };
    this.encrypted = parts.encrypted;
  }

  /** Challenge endpoint, or PAR directly, then the browser. */
  async authorize(start: 'challenge' | 'par', browse?: (page: string) => Promise<string>): Promise<Token> {
    const { client, offer, server } = this.#parts;
    const dpop = { signer: this.#signer };
    const scope = scopesOf(offer.issuerMetadata, offer.credentialOffer.credential_configuration_ids);
    const asked = { ...offer, clientId: CLIENT_ID, redirectUri: REDIRECT_URI, scope, dpop };
    const begun = await (start === 'par'
      ? client.createAuthorizationRequestUrlFromOffer(asked)
      : client.initiateAuthorization(asked));
    if (!('authorizationRequestUrl' in begun)) throw new Error('The wallet was asked for a presentation');
    const page = await fetch(begun.authorizationRequestUrl, { redirect: 'manual' });
    const url = page.headers.get('location') ?? (await browse?.(await page.text())) ?? '';
    const back = client.parseAndVerifyAuthorizationResponseRedirectUrl({ url, authorizationServerMetadata: server });
    if (back.code === undefined) throw new Error(`authorize answered ${JSON.stringify(back)}`);
    const pkce = begun.pkce === undefined ? {} : { pkceCodeVerifier: begun.pkce.codeVerifier };
    const redeemed = { ...offer, ...pkce, dpop, authorizationCode: back.code, redirectUri: REDIRECT_URI };
    return this.#keep(await client.retrieveAuthorizationCodeAccessTokenFromOffer(redeemed));
  }

  async preAuthorized(txCode?: string): Promise<Token> {
    const { client, offer } = this.#parts;
    const more = txCode === undefined ? {} : { txCode };
    const asked = { ...offer, ...more, dpop: { signer: this.#signer } };
    return this.#keep(await client.retrievePreAuthorizedCodeAccessTokenFromOffer(asked));
  }

  async refresh(): Promise<Token> {
    const { callbacks, server } = this.#parts;
    const refreshed = await new Oauth2Client({ callbacks }).retrieveRefreshTokenAccessToken({
      authorizationServerMetadata: server,
      refreshToken: this.#token?.accessTokenResponse.refresh_token ?? '',
      dpop: { signer: this.#signer },
    });
    return this.#keep({ ...refreshed, authorizationServer: server.issuer });
  }

  /** One proof for all keys, with a key attestation. */
  async credentials(proof: 'jwt' | 'attestation', count: number): Promise<AttestedCredentials> {
    const { client, offer, newSigner } = this.#parts;
    const signers = Array.from({ length: count }, newSigner);
    const credentialConfigurationId = offer.credentialOffer.credential_configuration_ids[0] ?? '';
    const proofs = await this.#proofs(proof, signers, credentialConfigurationId);
    const issued = await client.retrieveCredentials({ ...this.#resource(), credentialConfigurationId, proofs });
    this.#dpop = { signer: this.#signer, ...issued.dpop };
    const keys = signers.map(({ key }) => key);
    return this.#received(issued.credentialResponse, keys);
  }

  async deferred({ transactionId = '', keys }: AttestedCredentials): Promise<AttestedCredentials> {
    const asked = { ...this.#resource(), transactionId };
    const { deferredCredentialResponse } = await this.#parts.client.retrieveDeferredCredentials(asked);
    return this.#received(deferredCredentialResponse, keys);
  }

  async notify(notificationId: string): Promise<void> {
    const notification = { notificationId, event: 'credential_accepted' as const };
    await this.#parts.client.sendNotification({ ...this.#resource(), notification });
  }

  async #proofs(proof: 'jwt' | 'attestation', signers: readonly Signer[], credentialConfigurationId: string) {
    const { client, offer, provider, newSigner } = this.#parts;
    const { issuerMetadata } = offer;
    const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
    const keyAttestationJwt = provider.keyAttestation({ keys: signers.map(({ key }) => key.publicJwk), nonce });
    if (proof === 'attestation') return { attestation: [keyAttestationJwt] as [string] };
    const [signer = newSigner()] = signers;
    const asked = { issuerMetadata, credentialConfigurationId, signer, nonce, keyAttestationJwt };
    return { jwt: [(await client.createCredentialRequestJwtProof(asked)).jwt] as [string] };
  }

  /** A token response may omit the refresh token. */
  #keep(next: Token): Token {
    const { accessTokenResponse } = next;
    this.#token = { ...next, accessTokenResponse: { ...this.#token?.accessTokenResponse, ...accessTokenResponse } };
    this.#dpop = { ...this.#dpop, ...next.dpop, signer: this.#signer };
    return next;
  }

  #resource() {
    const { issuerMetadata } = this.#parts.offer;
    return { issuerMetadata, accessToken: this.#token?.accessTokenResponse.access_token ?? '', dpop: this.#dpop };
  }

  #received(answer: Answer, keys: readonly WalletKey[]): AttestedCredentials {
    return {
      credentials: (answer.credentials ?? []).map(readCredential),
      keys,
      transactionId: answer.transaction_id,
      notificationId: answer.notification_id,
    };
  }
}

/** Resolves an offer as an attested wallet. */
export async function openAttestedOpenid4vc(link: string, provider: WalletProvider): Promise<AttestedOpenid4vc> {
  const keys = new Map<string, WalletKey>();
  const newSigner = (): Signer => {
    const key = newWalletKey();
    keys.set(key.publicJwk.x, key);
    return { method: 'jwk', alg: 'ES256', publicJwk: { ...key.publicJwk }, key };
  };
  const world: World = { metadata: undefined, challengeEndpoint: undefined, encrypted: { requests: 0, answers: 0 } };
  // The library wants `iss`, which drafts before 08 had.
  const clientAttestationJwt = provider.attestation({
    clientId: CLIENT_ID,
    jwk: newSigner().publicJwk,
    claims: { iss: 'https://provider.example' },
  });
  const base = callbacksWith(keys, () => undefined);
  const signing = { ...base, signJwt: challenged(base.signJwt, world) };
  const callbacks: CallbackContext = {
    ...base,
    clientAuthentication: clientAuthenticationClientAttestationJwt({ clientAttestationJwt, callbacks: signing }),
    fetch: encrypting(world),
  };
  const client = new Openid4vciClient({ callbacks });
  const credentialOffer = await client.resolveCredentialOffer(link);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const [server] = issuerMetadata.authorizationServers;
  if (server === undefined) throw new Error('There is no authorization server');
  world.metadata = issuerMetadata.credentialIssuer as unknown as IssuerMetadata;
  world.challengeEndpoint = server.challenge_endpoint as string | undefined;
  const offer = { credentialOffer, issuerMetadata };
  const { encrypted } = world;
  return new AttestedOpenid4vc({ provider, callbacks, client, offer, server, newSigner, encrypted });
}

interface Encrypted {
  requests: number;
  answers: number;
}

interface Answer {
  readonly credentials?: readonly unknown[] | undefined;
  readonly transaction_id?: string | undefined;
  readonly notification_id?: string | undefined;
}

interface World {
  metadata: IssuerMetadata | undefined;
  challengeEndpoint: string | undefined;
  readonly encrypted: Encrypted;
}

/** Signs as before, but a proof of possession for the attestation gets a new challenge. */
function challenged(sign: CallbackContext['signJwt'], world: World): CallbackContext['signJwt'] {
  return async (signer, { header, payload }) => {
    const { challengeEndpoint } = world;
    if (header.typ !== 'oauth-client-attestation-pop+jwt' || challengeEndpoint === undefined) {
      return sign(signer, { header, payload });
    }
    const { json } = await read(await fetch(challengeEndpoint, { method: 'POST' }));
    return sign(signer, { header, payload: { ...payload, challenge: json.attestation_challenge } });
  };
}

/** Encrypts requests to the credential endpoints, and passes the decrypted response to the library. */
function encrypting(world: World): typeof fetch {
  return async (input, init) => {
    const { metadata } = world;
    const endpoints: readonly unknown[] = [metadata?.credential_endpoint, metadata?.deferred_credential_endpoint];
    const offer = metadata?.credential_request_encryption;
    if (offer === undefined || metadata === undefined || !endpoints.includes(String(input))) return fetch(input, init);
    const asked = askEncryption(metadata, ENCRYPTION);
    const body = { ...JSON.parse(String(init?.body)), ...(asked && { credential_response_encryption: asked.member }) };
    const headers = new Headers(init?.headers);
    headers.set('content-type', 'application/jwt');
    const sent = await fetch(input, { ...init, headers, body: await encryptRequest(offer, body, ENCRYPTION) });
    world.encrypted.requests += 1;
    const { status, text, headers: answered } = await decryptAnswer(await read(sent), asked);
    if (asked !== undefined && status < 300) world.encrypted.answers += 1;
    const clear = new Headers(answered);
    clear.set('content-type', 'application/json');
    clear.delete('content-length');
    return new Response(text, { status, headers: clear });
  };
}
