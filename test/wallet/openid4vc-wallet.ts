/** A wallet built on `@openid4vc/openid4vci`, a client library that others wrote: the real counterpart in the tests. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { newWalletKey, signCompact, type WalletKey } from '@countersign/wallet/jwt/keys';
import {
  type CallbackContext,
  clientAuthenticationAnonymous,
  clientAuthenticationNone,
  type JwtSignerJwk,
  type RequestDpopOptions,
  setGlobalConfig,
} from '@openid4vc/oauth2';
import { AuthorizationFlow, Openid4vciClient } from '@openid4vc/openid4vci';

// The servers of the tests listen on loopback http; the library refuses http by default.
setGlobalConfig({ allowInsecureUrls: true });

const CLIENT_ID = 'openid4vc-wallet';
export const REDIRECT_URI = 'eu.example.wallet://callback';
/** Milliseconds; a real wallet waits for the response's `interval`. */
const DEFERRED_PAUSE = 20;

interface CredentialAnswer {
  readonly credentials?: readonly unknown[] | undefined;
  readonly transaction_id?: string | undefined;
  readonly notification_id?: string | undefined;
}

export interface Received {
  readonly credentials: readonly string[];
  readonly keys: readonly WalletKey[];
  readonly accessToken: string;
  readonly tokenType: string;
  readonly notificationId: string | undefined;
  /** `challenge` if the library called the challenge endpoint first and was sent to the browser. */
  readonly path: string;
  /** Number of 202 responses before the credentials came. */
  readonly waited: number;
}

export interface ReceiveOptions {
  readonly link: string;
  readonly dpop?: boolean;
  readonly txCode?: string;
  readonly configurationId?: string;
  /** How many keys to prove in one request. */
  readonly batch?: number;
  readonly notify?: boolean;
  /** Use PAR directly instead of the challenge endpoint. */
  readonly skipChallenge?: boolean;
  /** Answers the presentation request of the link; returns `presentation_during_issuance_session`. */
  readonly present?: (link: string) => Promise<string>;
  /** Opens the page of the authorization endpoint as a user does; returns the redirect. */
  readonly browse?: (page: string) => Promise<string>;
  /** Opens the address of the authorization endpoint in a separate browser; returns the redirect. */
  readonly open?: (address: string) => Promise<string>;
  /** Called with each response that defers the credentials; without it a deferral is an error. */
  readonly deferred?: () => void;
}

/** Follows an offer link through the whole issuance, as the library does it. */
export async function receiveWithOpenid4vc(options: ReceiveOptions): Promise<Received> {
  const keys = new Map<string, WalletKey>();
  const newSigner = (): JwtSignerJwk & { readonly key: WalletKey } => {
    const key = newWalletKey();
    keys.set(key.publicJwk.x, key);
    return { method: 'jwk', alg: 'ES256', publicJwk: { ...key.publicJwk }, key };
  };
  const preAuthorized = !(await grantsOf(options.link)).includes('authorization_code');
  const client = new Openid4vciClient({
    callbacks: callbacks(keys, preAuthorized),
  });
  const credentialOffer = await client.resolveCredentialOffer(options.link);
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer);
  const dpop: RequestDpopOptions | undefined = options.dpop === false ? undefined : { signer: newSigner() };
  const withDpop = dpop === undefined ? {} : { dpop };

  let path = 'pre-authorized';
  let token: Awaited<ReturnType<Openid4vciClient['retrievePreAuthorizedCodeAccessTokenFromOffer']>>;
  if (preAuthorized) {
    token = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
      credentialOffer,
      issuerMetadata,
      ...(options.txCode === undefined ? {} : { txCode: options.txCode }),
      ...withDpop,
    });
  } else {
    const authorization = {
      credentialOffer,
      issuerMetadata,
      clientId: CLIENT_ID,
      redirectUri: REDIRECT_URI,
      scope: scopesOf(issuerMetadata, credentialOffer.credential_configuration_ids),
      ...withDpop,
    };
    const begun = options.skipChallenge
      ? { ...(await client.createAuthorizationRequestUrlFromOffer(authorization)), authorizationFlow: 'par' }
      : await client.initiateAuthorization(authorization);
    path = begun.authorizationFlow === AuthorizationFlow.Oauth2Redirect ? 'challenge' : begun.authorizationFlow;
    let code: string;
    if ('openid4vpRequestUrl' in begun) {
      if (options.present === undefined) throw new Error('The wallet was asked for a presentation');
      const answered = await client.retrieveAuthorizationCodeUsingPresentation({
        authSession: begun.authSession,
        presentationDuringIssuanceSession: await options.present(begun.openid4vpRequestUrl),
        credentialOffer,
        issuerMetadata,
        ...withDpop,
      });
      code = answered.authorizationChallengeResponse.authorization_code;
    } else {
      const url = await redirectOf(begun.authorizationRequestUrl, options);
      const authorizationServerMetadata = issuerMetadata.authorizationServers[0];
      if (authorizationServerMetadata === undefined) throw new Error('There is no authorization server');
      const response = client.parseAndVerifyAuthorizationResponseRedirectUrl({
        url,
        authorizationServerMetadata,
      });
      if (response.code === undefined) throw new Error(`authorize answered ${JSON.stringify(response)}`);
      code = response.code;
    }
    token = await client.retrieveAuthorizationCodeAccessTokenFromOffer({
      credentialOffer,
      issuerMetadata,
      authorizationCode: code,
      redirectUri: REDIRECT_URI,
      ...(!('pkce' in begun) || begun.pkce === undefined ? {} : { pkceCodeVerifier: begun.pkce.codeVerifier }),
      ...withDpop,
    });
  }

  const { c_nonce: nonce } = await client.requestNonce({ issuerMetadata });
  const configurationId = options.configurationId ?? credentialOffer.credential_configuration_ids[0] ?? '';
  const signers = Array.from({ length: options.batch ?? 1 }, newSigner);
  const jwts: string[] = [];
  for (const signer of signers) {
    const proof = await client.createCredentialRequestJwtProof({
      issuerMetadata,
      credentialConfigurationId: configurationId,
      signer,
      nonce,
    });
    jwts.push(proof.jwt);
  }
  const resource = {
    issuerMetadata,
    accessToken: token.accessTokenResponse.access_token,
    ...(token.dpop === undefined ? {} : { dpop: token.dpop }),
  };
  const issued = await client.retrieveCredentials({
    ...resource,
    credentialConfigurationId: configurationId,
    proofs: { jwt: jwts as [string, ...string[]] },
  });
  let answer: CredentialAnswer = issued.credentialResponse;
  let waited = 0;
  for (; answer.transaction_id !== undefined && answer.credentials === undefined; waited += 1) {
    if (options.deferred === undefined) throw new Error('The credentials were deferred');
    options.deferred();
    await sleep(DEFERRED_PAUSE);
    const transactionId = answer.transaction_id;
    const { deferredCredentialResponse } = await client.retrieveDeferredCredentials({ ...resource, transactionId });
    answer = deferredCredentialResponse;
  }
  const notificationId = answer.notification_id;
  if (options.notify !== false && notificationId !== undefined) {
    await client.sendNotification({
      issuerMetadata,
      accessToken: token.accessTokenResponse.access_token,
      notification: { notificationId, event: 'credential_accepted' },
      ...(token.dpop === undefined ? {} : { dpop: { ...token.dpop, ...issued.dpop } }),
    });
  }
  return {
    credentials: (answer.credentials ?? []).map(readCredential),
    keys: signers.map(({ key }) => key),
    accessToken: token.accessTokenResponse.access_token,
    tokenType: token.accessTokenResponse.token_type,
    notificationId,
    path,
    waited,
  };
}

/** The redirect that ends the way through the browser. */
async function redirectOf(address: string, { open, browse }: Pick<ReceiveOptions, 'open' | 'browse'>): Promise<string> {
  if (open !== undefined) return open(address);
  const answer = await fetch(address, { redirect: 'manual' });
  return answer.headers.get('location') ?? (await browse?.(await answer.text())) ?? '';
}

function callbacks(keys: ReadonlyMap<string, WalletKey>, anonymous: boolean): CallbackContext {
  return callbacksWith(
    keys,
    anonymous ? clientAuthenticationAnonymous() : clientAuthenticationNone({ clientId: CLIENT_ID }),
  );
}

/** What the library needs from a wallet. @param keys by their JWK's `x` */
export function callbacksWith(
  keys: ReadonlyMap<string, WalletKey>,
  clientAuthentication: CallbackContext['clientAuthentication'],
): CallbackContext {
  return {
    hash: (data, alg) => createHash(alg.replace('-', '')).update(data).digest(),
    generateRandom: (bytes) => randomBytes(bytes),
    clientAuthentication,
    signJwt: (signer, { header, payload }) => {
      if (signer.method !== 'jwk') throw new Error('This wallet signs with JWKs');
      const key = keys.get(String(signer.publicJwk.x));
      if (key === undefined) throw new Error('This key is not the wallet’s');
      return { jwt: signCompact(header, payload, key.privateKey), signerJwk: { ...key.publicJwk } };
    },
    verifyJwt: () => ({ verified: false }),
    decryptJwe: () => ({ decrypted: false }),
    encryptJwe: () => {
      throw new Error('This wallet does not encrypt');
    },
  };
}

async function grantsOf(link: string): Promise<string[]> {
  const { searchParams } = new URL(link);
  const inline = searchParams.get('credential_offer');
  const text = inline ?? (await (await fetch(searchParams.get('credential_offer_uri') ?? '')).text());
  const offer = JSON.parse(text) as { grants: Record<string, unknown> };
  return Object.keys(offer.grants);
}

export function scopesOf(
  { credentialIssuer }: { credentialIssuer: { credential_configurations_supported: Record<string, unknown> } },
  ids: readonly string[],
): string {
  const supported = credentialIssuer.credential_configurations_supported as Record<string, { scope?: string }>;
  return ids.map((id) => supported[id]?.scope ?? id).join(' ');
}

export function readCredential(item: unknown): string {
  const credential = typeof item === 'string' ? item : (item as { credential?: unknown }).credential;
  if (typeof credential !== 'string') throw new Error('The credential is not a string');
  return credential;
}
