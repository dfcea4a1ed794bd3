/** A small wallet for the tests: each step of the protocol separately, so that a test can repeat, change or skip one. */
import { createHash, randomBytes } from 'node:crypto';
import { dpopProof, type KeyProofInput, keyProof, newWalletKey, type WalletKey } from '../jwt/keys.ts';
import { type Answer, read } from '../sending/answer.ts';
import { type Offer, PRE_AUTHORIZED } from './offer.ts';

export interface WalletOptions {
  /** Credential issuer identifier. */
  readonly issuer: string;
  readonly dpop?: boolean;
  readonly clientId?: string;
  readonly redirectUri?: string;
  /** Milliseconds; the wallet's own clock. */
  readonly clock?: () => number;
  /** How requests leave; `fetch` by default. */
  readonly fetch?: typeof fetch;
}

export class Wallet {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly dpopKey: WalletKey | undefined;
  readonly clock: () => number;
  readonly fetch: typeof fetch;
  readonly verifier = randomBytes(32).toString('base64url');
  dpopNonce: string | undefined;

  constructor(options: WalletOptions) {
    this.issuer = options.issuer;
    this.clientId = options.clientId ?? 'test-wallet';
    this.redirectUri = options.redirectUri ?? 'https://wallet.example/callback';
    this.dpopKey = options.dpop === false ? undefined : newWalletKey();
    this.clock = options.clock ?? (() => Date.now());
    this.fetch = options.fetch ?? fetch;
  }

  get challenge(): string {
    return createHash('sha256').update(this.verifier).digest('base64url');
  }

  /** Follows an offer link. */
  async offer(link: string): Promise<Offer> {
    const uri = new URL(link).searchParams.get('credential_offer_uri');
    if (uri === null) throw new Error('The link has no credential_offer_uri');
    const answer = await read(await this.fetch(uri));
    if (answer.status !== 200) throw new Error(`The offer returned ${answer.status} ${answer.text}`);
    return answer.json as Offer;
  }

  authorizationParameters(offer: Offer, extra: Record<string, string> = {}): Record<string, string> {
    return {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      code_challenge: this.challenge,
      code_challenge_method: 'S256',
      state: 'wallet-state',
      issuer_state: String(offer.grants.authorization_code?.issuer_state),
      ...extra,
    };
  }

  async par(parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.form('/authorize/par', parameters, headers);
  }

  async authorize(requestUri: string, clientId: string = this.clientId): Promise<Answer> {
    const query = new URLSearchParams({ client_id: clientId, request_uri: requestUri });
    return read(await this.fetch(`${this.issuer}/authorize?${query}`, { redirect: 'manual' }));
  }

  /** PAR and authorize. @returns the code */
  async code(offer: Offer, extra: Record<string, string> = {}): Promise<string> {
    const pushed = await this.par(this.authorizationParameters(offer, extra));
    if (pushed.status !== 201) throw new Error(`PAR answered ${pushed.status} ${pushed.text}`);
    const redirected = await this.authorize(pushed.json.request_uri);
    const code = new URL(redirected.headers.get('location') ?? 'none:').searchParams.get('code');
    if (code === null) throw new Error(`authorize answered ${redirected.status} ${redirected.text}`);
    return code;
  }

  codeParameters(code: string, extra: Record<string, string> = {}): Record<string, string> {
    return {
      grant_type: 'authorization_code',
      code,
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      code_verifier: this.verifier,
      ...extra,
    };
  }

  preAuthorizedParameters(offer: Offer, txCode?: string): Record<string, string> {
    return {
      grant_type: PRE_AUTHORIZED,
      'pre-authorized_code': String(offer.grants[PRE_AUTHORIZED]?.['pre-authorized_code']),
      ...(txCode === undefined ? {} : { tx_code: txCode }),
    };
  }

  async token(parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.form('/authorize/token', parameters, headers);
  }

  /** @throws Error with the issuer's response if it returns no nonce */
  async nonce(): Promise<string> {
    const { status, text, json } = await read(await this.fetch(`${this.issuer}/vci/nonce`, { method: 'POST' }));
    if (status !== 200) throw new Error(`No c_nonce: ${status} ${text}`);
    return json.c_nonce;
  }

  proof(key: WalletKey, nonce: string | undefined, input: Partial<KeyProofInput> = {}): string {
    return keyProof(key, {
      audience: this.issuer,
      nonce,
      ...input,
      payload: { iat: Math.floor(this.clock() / 1000), ...input.payload },
    });
  }

  async credential(token: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.resource('/vci/credential', token, body, headers);
  }

  async notify(token: string, notificationId: string, event: unknown = 'credential_accepted'): Promise<Answer> {
    return this.resource('/vci/notification', token, { notification_id: notificationId, event });
  }

  /** Redeems an offer by whichever grant it has. @returns the token response */
  async redeem(offer: Offer, txCode?: string): Promise<Answer> {
    if (offer.grants.authorization_code === undefined) return this.token(this.preAuthorizedParameters(offer, txCode));
    return this.token(this.codeParameters(await this.code(offer)));
  }

  /** From offer link to credential. @returns the credential response */
  async receive(link: string, txCode?: string): Promise<{ token: string; answer: Answer; key: WalletKey }> {
    const offer = await this.offer(link);
    const redeemed = await this.redeem(offer, txCode);
    if (redeemed.status !== 200) throw new Error(`token answered ${redeemed.status} ${redeemed.text}`);
    const token: string = redeemed.json.access_token;
    const key = newWalletKey();
    const answer = await this.credential(token, {
      credential_configuration_id: offer.credential_configuration_ids[0],
      proofs: { jwt: [this.proof(key, await this.nonce())] },
    });
    return { token, answer, key };
  }

  async form(path: string, parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    const send = async (): Promise<Answer> =>
      read(
        await this.fetch(`${this.issuer}${path}`, {
          method: 'POST',
          body: new URLSearchParams(parameters),
          headers: { ...this.dpopHeader('POST', path), ...headers },
        }),
      );
    return this.withNonceRetry(send, headers);
  }

  async resource(path: string, token: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const send = async (): Promise<Answer> =>
      read(
        await this.fetch(`${this.issuer}${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: {
            'content-type': 'application/json',
            authorization: `${this.dpopKey === undefined ? 'Bearer' : 'DPoP'} ${token}`,
            ...this.dpopHeader('POST', path, token),
            ...headers,
          },
        }),
      );
    return this.withNonceRetry(send, headers);
  }

  dpopHeader(method: string, path: string, accessToken?: string): Record<string, string> {
    if (this.dpopKey === undefined) return {};
    const iat = Math.floor(this.clock() / 1000);
    const url = `${this.issuer}${path}`;
    return { dpop: dpopProof(this.dpopKey, { method, url, accessToken, nonce: this.dpopNonce, iat }) };
  }

  /** RFC 9449, 8: once, with the nonce in the response; not if a test brought its own proof. */
  private async withNonceRetry(send: () => Promise<Answer>, headers: Record<string, string>): Promise<Answer> {
    const answer = await send();
    const nonce = answer.headers.get('dpop-nonce');
    if (nonce === null || headers.dpop !== undefined) return answer;
    this.dpopNonce = nonce;
    const refused = answer.status === 400 || answer.status === 401;
    return refused && answer.text.includes('use_dpop_nonce') ? send() : answer;
  }
}
