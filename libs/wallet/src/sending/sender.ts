/** Requests of a wallet: attestation, DPoP, and the one repetition that each of them may need. */
import { dpopProof, newWalletKey, type WalletKey } from '../jwt/keys.ts';
import type { Step } from '../jwt/signer.ts';
import type { WalletHabits } from '../profiles/wallet-habits.ts';
import type { Attester } from '../provider/attester.ts';
import type { Answer } from './answer.ts';
import { clientAssertion } from './client-assertion.ts';
import { attestationHeaders, CHALLENGE_HEADER, wantsChallenge } from './client-attestation.ts';
import { required, succeeded } from './failures.ts';
import type { WalletRequest } from './fault.ts';
import type { Transport } from './transport.ts';

/** Undefined drops a parameter. */
export type Parameters = Readonly<Record<string, string | undefined>>;
/** Undefined drops a header. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** The parts of the authorization server's metadata that requests need. */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly challenge_endpoint?: string;
}

export interface SenderOptions {
  readonly habits: WalletHabits;
  readonly clientId: string;
  readonly attester: Attester | undefined;
  readonly dpop: boolean;
  readonly dpopKey?: WalletKey | undefined;
  readonly instanceKey: WalletKey | undefined;
  /** Key of a wallet that is registered at the tenant. Without one, requests carry no client assertion. */
  readonly clientKey?: WalletKey | undefined;
  /** Seconds. */
  readonly now: () => number;
  readonly transport: Transport;
  readonly server: () => Promise<AuthorizationServer>;
}

export class Sender {
  /** The key in the attestation's `cnf`. */
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
    this.dpopKey = options.dpop ? (options.dpopKey ?? newWalletKey()) : undefined;
  }

  /** A request with the access token. @param headers override the wallet's */
  async resource({ step, endpoint, accessToken }: ResourceTarget, body: Body, headers: Headers = {}): Promise<Answer> {
    const authorization = `${this.dpopKey === undefined ? 'Bearer' : 'DPoP'} ${accessToken}`;
    return this.#send(
      step,
      endpoint,
      () => body,
      () => {
        return { authorization, ...this.#dpop(step, endpoint, accessToken), ...headers };
      },
    );
  }

  /**
   * A form to an OAuth endpoint with attestation and DPoP. @param headers override the wallet's; undefined drops one
   */
  async form(step: Step, endpoint: string, parameters: Parameters, headers: Headers = {}): Promise<Answer> {
    const { habits, attester, server } = this.#options;
    if (habits.challenge === 'per_request') this.challenge = undefined;
    const attested = attester !== undefined && !('oauth-client-attestation' in headers);
    if (attested) this.challenge ??= await this.fetchChallenge();
    const { issuer } = await server();
    const body = (): Body => ({ form: { ...this.#assertion(issuer, step), ...given(parameters) } });
    return this.#send(step, endpoint, body, () => {
      return { ...(attested ? this.attestation(issuer, step) : {}), ...this.#dpop(step, endpoint), ...headers };
    });
  }

  /** From the challenge endpoint; undefined if the metadata has no such endpoint. */
  async fetchChallenge(): Promise<string | undefined> {
    const { challenge_endpoint: url } = await this.#options.server();
    if (url === undefined) return undefined;
    const step = 'attestation_challenge';
    const answer = await this.#options.transport.send(() => ({ step, method: 'POST', url, headers: {} }));
    this.dpopNonce = answer.headers.get('dpop-nonce') ?? this.dpopNonce;
    return succeeded(step, answer).json.attestation_challenge;
  }

  /** Attestation and a new proof of possession. */
  attestation(audience: string, step: Step = 'token'): Record<string, string> {
    const attester = required(this.#options.attester, 'wallet provider');
    const { clientId, habits, now, transport } = this.#options;
    const client = { attester, clientId, habits, now, key: this.instanceKey, step, sign: transport.sign };
    return attestationHeaders(client, audience, this.challenge);
  }

  #assertion(audience: string, step: Step): Record<string, string> {
    const { clientId, clientKey: key, now, transport } = this.#options;
    if (key === undefined) return {};
    return clientAssertion({ clientId, key, now: now(), step, sign: transport.sign }, audience);
  }

  #dpop(step: Step, url: string, accessToken?: string): Record<string, string> {
    if (this.dpopKey === undefined) return {};
    const { sign } = this.#options.transport;
    const input = { method: 'POST', url, accessToken, nonce: this.dpopNonce, iat: this.#options.now(), step, sign };
    return { dpop: dpopProof(this.dpopKey, input) };
  }

  /** Sends, and sends again: once for a challenge, once for a DPoP nonce. */
  async #send(step: Step, url: string, bodyOf: () => Body, headersOf: () => Headers): Promise<Answer> {
    const send = async (): Promise<Answer> => {
      const make = () => ({ step, method: 'POST', url, headers: given(headersOf()), ...bodyOf() });
      const answer = await this.#options.transport.send(make);
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

/** What a resource request is sent to. */
export interface ResourceTarget {
  readonly step: Step;
  readonly endpoint: string;
  readonly accessToken: string;
}

export type Body = Pick<WalletRequest, 'form' | 'json' | 'text' | 'encrypt'>;

function given(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function wantsDpopNonce(answer: Answer): boolean {
  return [400, 401].includes(answer.status) && answer.text.includes('use_dpop_nonce');
}
