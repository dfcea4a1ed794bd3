/** Requests of a wallet: attestation, DPoP, and the one repetition that each of them may need. */
import { dpopProof, newWalletKey, type WalletKey } from '../jwt/keys.ts';
import type { WalletHabits } from '../profiles/habits.ts';
import type { Attester } from '../provider/attester.ts';
import { type Answer, read } from './answer.ts';
import { attestationHeaders, CHALLENGE_HEADER, wantsChallenge } from './client-attestation.ts';

/** Undefined drops a parameter. */
export type Parameters = Readonly<Record<string, string | undefined>>;
/** Undefined drops a header. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** What requests need of the metadata of the authorization server. */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly challenge_endpoint?: string;
}

export interface SenderOptions {
  readonly habits: WalletHabits;
  readonly clientId: string;
  readonly attester: Attester | undefined;
  readonly dpop: boolean;
  readonly instanceKey: WalletKey | undefined;
  /** Seconds. */
  readonly now: () => number;
  readonly fetch: typeof fetch;
  readonly server: () => Promise<AuthorizationServer>;
}

export class Sender {
  /** Of the attestation's `cnf`. */
  readonly instanceKey: WalletKey;
  readonly dpopKey: WalletKey | undefined;
  /** The challenge of the next proof of possession. */
  challenge: string | undefined;
  dpopNonce: string | undefined;
  /** Requests that were sent again with a challenge or a DPoP nonce. */
  retries = 0;
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.instanceKey = options.instanceKey ?? newWalletKey();
    this.dpopKey = options.dpop ? newWalletKey() : undefined;
  }

  /** A request with the access token. @param headers replace those of the wallet */
  async resource(
    { endpoint, accessToken }: { readonly endpoint: string; readonly accessToken: string },
    { body, type }: { readonly body: string; readonly type: string },
    headers: Headers = {},
  ): Promise<Answer> {
    const authorization = `${this.dpopKey === undefined ? 'Bearer' : 'DPoP'} ${accessToken}`;
    return this.#send({ endpoint, body }, () => {
      return { 'content-type': type, authorization, ...this.#dpop(endpoint, accessToken), ...headers };
    });
  }

  /** A form to an OAuth endpoint with attestation and DPoP. @param headers replace those of the wallet; undefined drops one */
  async form(endpoint: string, parameters: Parameters, headers: Headers = {}): Promise<Answer> {
    const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const body = new URLSearchParams(given);
    const { habits, attester, server } = this.#options;
    if (habits.challenge === 'per_request') this.challenge = undefined;
    const attested = attester !== undefined && !('oauth-client-attestation' in headers);
    if (attested) this.challenge ??= await this.fetchChallenge();
    const { issuer } = await server();
    return this.#send({ endpoint, body }, () => {
      return { ...(attested ? this.attestation(issuer) : {}), ...this.#dpop(endpoint), ...headers };
    });
  }

  /** Of the endpoint for challenges; undefined where the metadata has none. */
  async fetchChallenge(): Promise<string | undefined> {
    const { challenge_endpoint: endpoint } = await this.#options.server();
    if (endpoint === undefined) return undefined;
    const answer = await read(await this.#options.fetch(endpoint, { method: 'POST' }));
    this.dpopNonce = answer.headers.get('dpop-nonce') ?? this.dpopNonce;
    return succeeded('The attestation challenge endpoint', answer).json.attestation_challenge;
  }

  /** Attestation and a new proof of possession. */
  attestation(audience: string): Record<string, string> {
    const attester = required(this.#options.attester, 'wallet provider');
    const { clientId, habits, now } = this.#options;
    const client = { attester, clientId, habits, now, key: this.instanceKey };
    return attestationHeaders(client, audience, this.challenge);
  }

  #dpop(url: string, accessToken?: string): Record<string, string> {
    if (this.dpopKey === undefined) return {};
    const input = { method: 'POST', url, accessToken, nonce: this.dpopNonce, iat: this.#options.now() };
    return { dpop: dpopProof(this.dpopKey, input) };
  }

  /** Sends, and sends again: once for a challenge, once for a DPoP nonce. */
  async #send(
    request: { readonly endpoint: string; readonly body: string | URLSearchParams },
    headersOf: () => Headers,
  ) {
    const send = async (): Promise<Answer> => {
      const headers = Object.entries(headersOf()).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const { endpoint, body } = request;
      const answer = await read(await this.#options.fetch(endpoint, { method: 'POST', body, headers }));
      this.dpopNonce = answer.headers.get('dpop-nonce') ?? this.dpopNonce;
      this.challenge = answer.headers.get(CHALLENGE_HEADER) ?? this.challenge;
      return answer;
    };
    let answer = await send();
    for (const again of [wantsChallenge, wantsDpopNonce, wantsChallenge]) {
      if (!again(answer)) continue;
      this.retries += 1;
      answer = await send();
    }
    return answer;
  }
}

function wantsDpopNonce(answer: Answer): boolean {
  return [400, 401].includes(answer.status) && answer.text.includes('use_dpop_nonce');
}

export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`There is no ${what}`);
  return value;
}

export function succeeded(what: string, answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${what} answered ${answer.status} ${answer.text}`);
  return answer;
}
