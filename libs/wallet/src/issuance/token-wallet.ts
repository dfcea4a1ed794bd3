/**
 * From an offer, or without one, to access and refresh tokens: PAR, authorization endpoint, challenge endpoint, token
 * endpoint.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { WalletKey } from '../jwt/keys.ts';
import type { Step } from '../jwt/signer.ts';
import { Holder } from '../presentation/holder.ts';
import type { HeldCredential } from '../presentation/present.ts';
import { WALLETS, type WalletName } from '../profiles/habits.ts';
import type { StatusHabits, WalletHabits } from '../profiles/wallet-habits.ts';
import type { Attester } from '../provider/attester.ts';
import type { Answer } from '../sending/answer.ts';
import { Refused, required, succeeded, WalletRefuses, WHO } from '../sending/failures.ts';
import type { Fault } from '../sending/fault.ts';
import { type Headers, type Parameters, Sender } from '../sending/sender.ts';
import { type Call, Transport } from '../sending/transport.ts';
import { askedFor } from './asked-for.ts';
import { fetchMetadata, type Metadata } from './metadata.ts';
import { type Offer, PRE_AUTHORIZED, readOffer } from './offer.ts';

export interface ProfileWalletOptions {
  /** Credential issuer identifier. */
  readonly issuer: string;
  /** The wallet's provider; without one requests carry no attestation. */
  readonly attester?: Attester | undefined;
  /** Default eudi-kotlin. */
  readonly wallet?: WalletName;
  /** Anchors of issuers, PEM. Without any the wallet requests no signed metadata. */
  readonly anchors?: readonly string[];
  readonly clientId?: string;
  readonly redirectUri?: string;
  /** False sends no DPoP proofs. */
  readonly dpop?: boolean;
  /** Key of DPoP proofs; default a new one. */
  readonly dpopKey?: WalletKey | undefined;
  /** Key of the instance; default a new one. */
  readonly instanceKey?: WalletKey;
  /** Key of a wallet that is registered at the tenant: it authenticates by private_key_jwt. */
  readonly clientKey?: WalletKey;
  /** Milliseconds; the wallet's own clock. */
  readonly clock?: () => number;
  readonly fetch?: typeof fetch;
  /** The fault of this wallet. */
  readonly fault?: Fault | undefined;
  /** Called after each request. */
  readonly record?: ((call: Call) => void) | undefined;
  /** Waits this number of seconds; default real time. */
  readonly wait?: (seconds: number) => Promise<void>;
  /** Replaces `fetch`, `fault`, `record` and `wait`: of a wallet that has read its offer already. */
  readonly transport?: Transport;
  /** The wallet's credentials for presentations, oldest first. */
  readonly held?: () => readonly HeldCredential[];
  /** Opens the authorization endpoint's page as a user does; returns the address it redirects to. */
  readonly browse?: (page: Answer) => Promise<string>;
}

export interface Token {
  readonly access: string;
  readonly refresh: string | undefined;
  readonly type: string;
  readonly json: Answer['json'];
}

/** A wallet up to its access token. */
export class TokenWallet {
  readonly issuer: string;
  readonly profile: WalletName;
  readonly habits: WalletHabits;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly sender: Sender;
  readonly transport: Transport;
  /** Presents the wallet's credentials. */
  readonly holder: Holder;
  readonly clock: () => number;
  verifier = randomBytes(32).toString('base64url');
  token: Token | undefined;
  protected readonly options: ProfileWalletOptions;
  #metadata: Metadata | undefined;

  constructor(options: ProfileWalletOptions) {
    this.options = options;
    this.issuer = options.issuer;
    this.profile = options.wallet ?? 'eudi-kotlin';
    this.habits = WALLETS[this.profile];
    this.clientId = options.clientId ?? this.habits.clientId ?? 'https://wallet.example';
    this.redirectUri = options.redirectUri ?? 'https://wallet.example/callback';
    this.clock = options.clock ?? (() => Date.now());
    const { fault, record, wait } = options;
    this.transport = options.transport ?? new Transport({ fetch: options.fetch ?? fetch, fault, record, wait });
    this.holder = new Holder({
      transport: this.transport,
      habits: this.habits.presentation,
      now: () => this.now,
      held: options.held ?? (() => []),
    });
    this.sender = new Sender({
      habits: this.habits,
      clientId: this.clientId,
      attester: options.attester,
      dpop: options.dpop !== false,
      dpopKey: options.dpopKey,
      instanceKey: options.instanceKey,
      clientKey: options.clientKey,
      now: () => this.now,
      transport: this.transport,
      server: async () => (await this.metadata()).server,
    });
  }

  get now(): number {
    return Math.floor(this.clock() / 1000);
  }

  /** Fetched and checked once. @throws MetadataRefused */
  async metadata(): Promise<Metadata> {
    const { anchors } = this.options;
    const { metadata } = this.habits;
    this.#metadata ??= await fetchMetadata({
      issuer: this.issuer,
      habits: anchors === undefined ? { ...metadata, accept: undefined } : metadata,
      transport: this.transport,
      now: this.now,
      anchors: anchors ?? [],
    });
    return this.#metadata;
  }

  /** Follows an offer link. */
  async offer(link: string): Promise<Offer> {
    return readOffer(this.transport, link);
  }

  /** Parameters of PAR and of the challenge endpoint; undefined removes one. */
  async authorizationParameters(offer: Offer | undefined, configurations: readonly string[]): Promise<Parameters> {
    const { issuer } = await this.metadata();
    const { authorization } = this.habits;
    return {
      response_type: 'code',
      client_id: this.clientParameter(),
      redirect_uri: this.redirectUri,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...askedFor(issuer, configurations, authorization),
      state: 'wallet-state',
      issuer_state: offer?.grants.authorization_code?.issuer_state as string | undefined,
      resource: authorization.resource === true ? this.issuer : undefined,
    };
  }

  /** Without an attestation the parameter is the only name. */
  clientParameter(): string | undefined {
    return this.habits.namesClient || this.options.attester === undefined ? this.clientId : undefined;
  }

  /** The response, if this wallet knows its status at all. @throws WalletRefuses */
  known(step: Step, answer: Answer): Answer {
    const taken = this.habits.statuses[step as keyof StatusHabits];
    if (taken === undefined || taken.includes(answer.status)) return answer;
    throw new WalletRefuses(`${WHO[step]} returned ${answer.status}; this wallet accepts ${taken.join(' and ')}`);
  }

  /** The response, if it is a success for this wallet. @throws Refused @throws WalletRefuses */
  accepted(step: Step, answer: Answer): Answer {
    return this.known(step, succeeded(step, answer));
  }

  async par(parameters: Parameters, headers?: Headers): Promise<Answer> {
    const { server } = await this.metadata();
    const endpoint = required(server.pushed_authorization_request_endpoint, 'PAR endpoint');
    return this.sender.form('par', endpoint, parameters, headers);
  }

  /** The authorization endpoint with the pushed request, and the user's steps through its pages. @returns the code */
  async authorize(requestUri: string): Promise<string> {
    return this.authorizeWith({ request_uri: requestUri }, this.options.browse);
  }

  /** @param browse goes through a page that isn't a redirect; returns the address it redirects to @returns the code */
  async authorizeWith(parameters: Parameters, browse?: (page: Answer) => Promise<string>): Promise<string> {
    const { server } = await this.metadata();
    const whole = { client_id: this.clientId, state: 'wallet-state', ...parameters };
    const given = Object.entries(whole).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const url = `${server.authorization_endpoint}?${new URLSearchParams(given)}`;
    const page = await this.transport.send(() => ({ step: 'authorize', method: 'GET', url, headers: {} }));
    const isPage = page.status === 200;
    const location = page.headers.get('location') ?? (isPage ? await browse?.(page) : undefined) ?? '';
    const back = URL.canParse(location) ? new URL(location).searchParams : new URLSearchParams();
    if (back.get('iss') !== server.issuer || back.get('state') !== 'wallet-state' || !back.has('code')) {
      throw new Refused('authorize', { ...page, json: back.has('error') ? Object.fromEntries(back) : page.json });
    }
    return String(back.get('code'));
  }

  /** PAR and authorize. @param configurations default: the offer's @returns the code */
  async code(
    offer: Offer | undefined,
    configurations: readonly string[] = offer?.credential_configuration_ids ?? [],
  ): Promise<string> {
    const pushed = await this.par(await this.authorizationParameters(offer, configurations));
    return this.authorize(this.accepted('par', pushed).json.request_uri);
  }

  /** Redeems a code, and keeps the token. */
  async redeemCode(code: string): Promise<Token> {
    return this.keep(await this.tokenRequest(this.codeParameters(code)));
  }

  /** @param presented the code came from a presentation, without a browser */
  codeParameters(code: string, presented = false): Parameters {
    const { resource, dropsVerifier } = this.habits.authorization;
    return {
      grant_type: 'authorization_code',
      code,
      client_id: this.clientParameter(),
      redirect_uri: this.redirectUri,
      code_verifier: presented && dropsVerifier === true ? undefined : this.verifier,
      resource: resource === true ? this.issuer : undefined,
    };
  }

  preAuthorizedParameters(offer: Offer, txCode?: string): Parameters {
    return {
      grant_type: PRE_AUTHORIZED,
      'pre-authorized_code': String(offer.grants[PRE_AUTHORIZED]?.['pre-authorized_code']),
      tx_code: txCode,
      client_id: this.options.attester === undefined ? undefined : this.clientParameter(),
    };
  }

  async tokenRequest(parameters: Parameters, headers?: Headers): Promise<Answer> {
    return this.sender.form('token', (await this.metadata()).server.token_endpoint, parameters, headers);
  }

  /** Redeems an offer by whichever grant it has, and keeps the token. */
  async redeem(offer: Offer, txCode?: string): Promise<Token> {
    const parameters =
      offer.grants.authorization_code === undefined
        ? this.preAuthorizedParameters(offer, txCode)
        : this.codeParameters(await this.code(offer));
    return this.keep(await this.tokenRequest(parameters));
  }

  refreshParameters(refresh: string): Parameters {
    return { grant_type: 'refresh_token', refresh_token: refresh, client_id: this.clientId };
  }

  /** Fetches a new access token. @throws Error if the wallet has no refresh token */
  async refresh(): Promise<Token> {
    const parameters = this.refreshParameters(required(this.token?.refresh, 'refresh token'));
    return this.keep(await this.tokenRequest(parameters));
  }

  /** Stores the token in a response. @throws Refused @throws WalletRefuses */
  keep(answer: Answer): Token {
    const { json } = this.accepted('token', answer);
    const before = this.habits.dropsRefreshToken ? undefined : this.token?.refresh;
    this.token = { access: json.access_token, refresh: json.refresh_token ?? before, type: json.token_type, json };
    return this.token;
  }
}
