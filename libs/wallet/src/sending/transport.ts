/** The one way out of the wallet: every request goes through the fault in use, and is recorded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { signJwt } from '../jwt/keys.ts';
import type { Signer, Step } from '../jwt/signer.ts';
import { type Answer, read } from './answer.ts';
import { NotReached } from './failures.ts';
import type { Fault, WalletRequest } from './fault.ts';

/** A request that was answered, for people and pipelines: no body, no query. */
export interface Call {
  readonly step: Step;
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  /** 0 where nothing answered. */
  readonly status: number;
  readonly ms: number;
  /** `error` of the answer. */
  readonly error?: string;
  /** `x-request-id` of the answer: with it an operator finds the request. */
  readonly request?: string;
}

export interface TransportOptions {
  readonly fetch: typeof fetch;
  readonly fault?: Fault | undefined;
  readonly record?: ((call: Call) => void) | undefined;
  /** Sent with every request. */
  readonly userAgent?: string | undefined;
  /** @param seconds that a fault waits; default real time */
  readonly wait?: ((seconds: number) => Promise<void>) | undefined;
}

/** What the wallet gets for a request that the fault left out. */
const LEFT_OUT: Answer = { status: 200, headers: new Headers(), text: '', json: {} };

/** Steps whose redirects are results. */
const RESULTS: ReadonlySet<Step> = new Set(['authorize', 'response']);

export class Transport {
  readonly sign: Signer;
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
    const { fault } = options;
    this.sign = (parts) => {
      const changed = fault?.jwt?.(parts) ?? parts;
      return typeof changed === 'string' ? changed : signJwt(changed);
    };
  }

  /**
   * Sends a request, and what a fault does after it.
   * @param make builds the request with new proofs, each time
   * @returns the last answer
   * @throws NotReached
   */
  async send(make: () => WalletRequest): Promise<Answer> {
    const { fault, wait = (seconds: number) => sleep(seconds * 1000) } = this.#options;
    const made = make();
    const own = fault?.step === made.step ? fault : undefined;
    const request = changed(own, made);
    if (request === undefined) return LEFT_OUT;
    let answer = await this.#exchange(request);
    if (own?.after === undefined || answer.status >= 400) return answer;
    const send = async (other: WalletRequest): Promise<Answer> => {
      answer = await this.#exchange(other);
      return answer;
    };
    const again = (): Promise<Answer> => send(changed(own, make()) ?? request);
    await own.after({ request, answer, send, again, wait });
    return answer;
  }

  async #exchange(request: WalletRequest): Promise<Answer> {
    const { step, method } = request;
    const began = performance.now();
    const note = (status: number, more: Pick<Call, 'error' | 'request'> = {}): void => {
      const ms = Math.round(performance.now() - began);
      this.#options.record?.({ step, method, url: withoutQuery(request.url), status, ms, ...more });
    };
    try {
      const { fetch: leave, userAgent } = this.#options;
      const init = await initOf(request, userAgent === undefined ? {} : { 'user-agent': userAgent });
      const answer = await read(await leave(request.url, init));
      note(answer.status, told(answer));
      return answer;
    } catch (cause) {
      note(0);
      throw new NotReached(request.url, cause);
    }
  }
}

function changed(fault: Fault | undefined, request: WalletRequest): WalletRequest | undefined {
  return fault?.request === undefined ? request : fault.request(request);
}

async function initOf(request: WalletRequest, own: Readonly<Record<string, string>>): Promise<RequestInit> {
  const { step, method, headers } = request;
  const { body, type } = await bodyOf(request);
  return {
    method,
    headers: { ...own, ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { body }),
    ...(RESULTS.has(step) ? { redirect: 'manual' } : {}),
  };
}

interface Body {
  readonly body?: string | URLSearchParams;
  readonly type?: string;
}

async function bodyOf({ form, json, text, encrypt }: WalletRequest): Promise<Body> {
  const jwe = json === undefined || encrypt === undefined ? undefined : await encrypt(json);
  if (form !== undefined) return { body: new URLSearchParams(jwe === undefined ? form : { ...form, response: jwe }) };
  if (jwe !== undefined) return { body: jwe, type: 'application/jwt' };
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  return text === undefined ? {} : { body: text };
}

function told({ json, headers }: Answer): Pick<Call, 'error' | 'request'> {
  const error = typeof json?.error === 'string' ? { error: json.error } : {};
  const id = headers.get('x-request-id');
  return { ...error, ...(id === null ? {} : { request: id }) };
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
