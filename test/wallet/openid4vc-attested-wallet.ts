/**
 * The library `@openid4vc/openid4vci` 0.4.6 as an attested wallet. It knows client attestation, key attestations and DPoP; it has no
 * challenge for the attestation and no encryption, which this wallet adds where the library lets it: in its callbacks.
 */
import type { WalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import {
  type CallbackContext,
  clientAuthenticationClientAttestationJwt,
  type JwtSignerJwk,
  Oauth2Client,
} from '@openid4vc/oauth2';
import { Openid4vciClient } from '@openid4vc/openid4vci';
import { askEncryption, decryptAnswer, encryptRequest } from './haip/encryption.ts';
import { WALLETS } from './haip/habits.ts';
import type { IssuerMetadata } from './haip/metadata.ts';
import { newWalletKey, type WalletKey } from './keys.ts';
import {
  type Collected,
  callbacksWith,
  fetchDeferred,
  REDIRECT_URI,
  readCredential,
  scopesOf,
} from './openid4vc-wallet.ts';
import { read } from './wallet.ts';

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

/** One offer in the library's hands. */
export interface AttestedOpenid4vc {
  /** Challenge endpoint, or PAR at once, then the browser. */
  authorize(start: 'challenge' | 'par', browse?: (page: string) => Promise<string>): Promise<Token>;
  preAuthorized(txCode?: string): Promise<Token>;
  refresh(): Promise<Token>;
  /** One proof for all keys, with a key attestation. */
  credentials(proof: 'jwt' | 'attestation', count: number): Promise<AttestedCredentials>;
  deferred(first: AttestedCredentials): Promise<AttestedCredentials>;
  notify(notificationId: string): Promise<void>;
  /** Requests that were encrypted, and answers that were. */
  readonly encrypted: { requests: number; answers: number };
}

export async function openAttestedOpenid4vc(link: string, provider: WalletProvider): Promise<AttestedOpenid4vc> {
  const keys = new Map<string, WalletKey>();
  const newSigner = (): Signer => {
    const key = newWalletKey();
    keys.set(key.publicJwk.x, key);
    return { method: 'jwk', alg: 'ES256', publicJwk: { ...key.publicJwk }, key };
  };
  const [instance, dpopSigner] = [newSigner(), newSigner()];
  const world: World = { metadata: undefined, challengeEndpoint: undefined, encrypted: { requests: 0, answers: 0 } };
  const collected: Collected = {};
  // The library wants `iss`, which drafts before 08 had.
  const clientAttestationJwt = provider.attestation({
    clientId: CLIENT_ID,
    jwk: instance.publicJwk,
    claims: { iss: 'https://provider.example' },
  });
  const base = callbacksWith(keys, () => undefined);
  const signing = { ...base, signJwt: challenged(base.signJwt, world) };
  const callbacks: CallbackContext = {
    ...base,
    clientAuthentication: clientAuthenticationClientAttestationJwt({ clientAttestationJwt, callbacks: signing }),
    fetch: fetchDeferred(collected, encrypting(world)),
  };
  const client = new Openid4vciClient({ callbacks });
  const credentialOffer = await client.resolveCredentialOffer(link);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const [server] = issuerMetadata.authorizationServers;
  if (server === undefined) throw new Error('There is no authorization server');
  world.metadata = issuerMetadata.credentialIssuer as unknown as IssuerMetadata;
  world.challengeEndpoint = server.challenge_endpoint as string | undefined;
  const offer = { credentialOffer, issuerMetadata };
  const [configurationId = ''] = credentialOffer.credential_configuration_ids;
  let dpop: Parameters<typeof client.retrieveCredentials>[0]['dpop'] = { signer: dpopSigner };
  let token: Token | undefined;
  const keep = (next: Token): Token => {
    token = { ...next, accessTokenResponse: { ...token?.accessTokenResponse, ...next.accessTokenResponse } };
    dpop = { ...dpop, ...next.dpop, signer: dpopSigner };
    return next;
  };
  const resource = () => ({
    issuerMetadata,
    accessToken: token?.accessTokenResponse.access_token ?? '',
    ...(dpop && { dpop }),
  });
  const received = (answer: Answer, of: readonly WalletKey[]): AttestedCredentials => ({
    credentials: (answer.credentials ?? []).map(readCredential),
    keys: of,
    transactionId: answer.transaction_id,
    notificationId: answer.notification_id ?? collected.notificationId,
  });
  return {
    encrypted: world.encrypted,
    authorize: async (start, browse) => {
      const scope = scopesOf(issuerMetadata, credentialOffer.credential_configuration_ids);
      const asked = { ...offer, clientId: CLIENT_ID, redirectUri: REDIRECT_URI, scope, dpop: { signer: dpopSigner } };
      const begun =
        start === 'par'
          ? await client.createAuthorizationRequestUrlFromOffer(asked)
          : await client.initiateAuthorization(asked);
      if (!('authorizationRequestUrl' in begun)) throw new Error('The wallet was asked for a presentation');
      const page = await fetch(begun.authorizationRequestUrl, { redirect: 'manual' });
      const url = page.headers.get('location') ?? (await browse?.(await page.text())) ?? '';
      const back = client.parseAndVerifyAuthorizationResponseRedirectUrl({ url, authorizationServerMetadata: server });
      if (back.code === undefined) throw new Error(`authorize answered ${JSON.stringify(back)}`);
      return keep(
        await client.retrieveAuthorizationCodeAccessTokenFromOffer({
          ...offer,
          authorizationCode: back.code,
          redirectUri: REDIRECT_URI,
          ...(begun.pkce === undefined ? {} : { pkceCodeVerifier: begun.pkce.codeVerifier }),
          dpop: { signer: dpopSigner },
        }),
      );
    },
    preAuthorized: async (txCode) =>
      keep(
        await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
          ...offer,
          ...(txCode === undefined ? {} : { txCode }),
          dpop: { signer: dpopSigner },
        }),
      ),
    refresh: async () => {
      const refreshed = await new Oauth2Client({ callbacks }).retrieveRefreshTokenAccessToken({
        authorizationServerMetadata: server,
        refreshToken: token?.accessTokenResponse.refresh_token ?? '',
        dpop: { signer: dpopSigner },
      });
      return keep({ ...refreshed, authorizationServer: server.issuer });
    },
    credentials: async (form, count) => {
      const signers = Array.from({ length: count }, newSigner);
      const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
      const attested = signers.map(({ key }) => key.publicJwk);
      const [signer = newSigner()] = signers;
      const keyAttestationJwt = provider.keyAttestation({ keys: attested, nonce });
      const common = { issuerMetadata, credentialConfigurationId: configurationId };
      const proofs =
        form === 'attestation'
          ? { attestation: [keyAttestationJwt] as [string] }
          : {
              jwt: [
                (await client.createCredentialRequestJwtProof({ ...common, signer, nonce, keyAttestationJwt })).jwt,
              ] as [string],
            };
      const issued = await client.retrieveCredentials({ ...resource(), ...common, proofs });
      dpop = { signer: dpopSigner, ...issued.dpop };
      return received(
        issued.credentialResponse,
        signers.map(({ key }) => key),
      );
    },
    deferred: async ({ transactionId = '', keys: of }) => {
      const { deferredCredentialResponse } = await client.retrieveDeferredCredentials({ ...resource(), transactionId });
      return received(deferredCredentialResponse, of);
    },
    notify: async (notificationId) => {
      const notification = { notificationId, event: 'credential_accepted' as const };
      await client.sendNotification({ ...resource(), notification });
    },
  };
}

interface Answer {
  readonly credentials?: readonly unknown[] | undefined;
  readonly transaction_id?: string | undefined;
  readonly notification_id?: string | undefined;
}

interface World {
  metadata: IssuerMetadata | undefined;
  challengeEndpoint: string | undefined;
  readonly encrypted: { requests: number; answers: number };
}

/** Signs as before, but a proof of possession of the attestation gets a new challenge. */
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

/** Encrypts what goes to the credential endpoints, and hands the library the answer in clear. */
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
