/** The only sender of the wallet: every request goes through the fault in use, and is recorded. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Signer } from '../jwt/keys.ts';
import { signJwt } from '../jwt/keys.ts';
import type { Step } from '../jwt/signer.ts';
import type { MdocChange } from '../mdoc/device-response.ts';
import { type Answer, read } from './answer.ts';
import { NotReached } from './failures.ts';
import type { Fault, FaultContext, FaultMemory, WalletRequest } from './fault.ts';

/** A request that got a response, for readers and pipelines: no body, no query. */
export interface Call {
  readonly step: Step;
  readonly method: string;
  /** Without its query. */
  readonly url: string;
  /** 0 without a response. */
  readonly status: number;
  readonly ms: number;
  /** The response's `error`. */
  readonly error?: string;
  /** The response's `x-request-id`, with which an operator finds the request. */
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

/** The last request of a step. */
interface Exchange {
  readonly make: () => WalletRequest;
  readonly request: WalletRequest;
  readonly answer: Answer;
}

/** The wallet's response for a request that the fault left out. */
const LEFT_OUT: Answer = { status: 200, headers: new Headers(), text: '', json: {} };

/** Steps whose redirects are results. */
const RESULTS: ReadonlySet<Step> = new Set(['authorize', 'response']);

export class Transport {
  readonly sign: Signer;
  readonly #options: TransportOptions;
  readonly #exchanges: Exchange[] = [];

  constructor(options: TransportOptions) {
    this.#options = options;
    const { fault } = options;
    this.sign = (parts) => {
      const changed = actsAt(fault, parts.step)?.jwt?.(parts) ?? parts;
      return typeof changed === 'string' ? changed : signJwt(changed);
    };
  }

  /** Whether the wallet presents its newest credential, whatever was requested. */
  get presentsAny(): boolean {
    return this.#options.fault?.presentsAny === true;
  }

  /** The SD-JWT to present instead of the stored one. */
  presented(sdJwt: string): string {
    return this.#options.fault?.credential?.(sdJwt) ?? sdJwt;
  }

  /** What the fault changes of an mdoc that is presented. */
  get mdocChange(): MdocChange {
    const { fault } = this.#options;
    return {
      parts: (parts) => fault?.mdoc?.(parts) ?? parts,
      response: (response, parts) => fault?.deviceResponse?.(response, parts) ?? response,
    };
  }

  /**
   * Sends a request, and what a fault does before and after it.
   * @param make builds the request with new proofs, each time
   * @returns the response that the wallet continues with
   * @throws NotReached
   */
  async send(make: () => WalletRequest): Promise<Answer> {
    const next = make();
    const { step } = next;
    const fault = actsAt(this.#options.fault, step);
    await fault?.before?.({ ...this.#contextOf(step), next });
    const request = changed(fault, fault?.before === undefined ? next : make(), this.#memory);
    if (request === undefined) return LEFT_OUT;
    const answer = await this.#exchange(request);
    this.#exchanges.push({ make, request, answer });
    const hook = answer.status < 400 ? fault?.after : fault?.failed;
    if (hook === undefined || fault?.step !== step) return answer;
    let last = answer;
    const noting = async (sent: Promise<Answer>): Promise<Answer> => {
      last = await sent;
      return last;
    };
    const { send, again, ...context } = this.#contextOf(step);
    const continued = await hook.call(fault, {
      ...context,
      request,
      answer,
      send: (other) => noting(send(other)),
      again: (...which) => noting(again(...which)),
    });
    return continued ?? last;
  }

  readonly #memory: FaultMemory = {
    sent: (step) => this.#of(step).request,
    answered: (step, having) => this.#of(step, having).answer,
  };

  #of(step: Step, having?: string): Exchange {
    const found = this.#exchanges.findLast(
      ({ request, answer: { json } }) =>
        request.step === step && (having === undefined || (json !== undefined && Object.hasOwn(json, having))),
    );
    if (found === undefined) throw new Error(`The wallet has sent no request of the step ${step}`);
    return found;
  }

  #contextOf(own: Step): FaultContext {
    const { fault, wait = (seconds: number) => sleep(seconds * 1000) } = this.#options;
    return {
      ...this.#memory,
      wait,
      send: (request) => this.#exchange(request),
      again: (step = own, change = (request) => request) => {
        const { make, request } = this.#of(step);
        const anew = changed(actsAt(fault, step), make(), this.#memory) ?? request;
        return this.#exchange(change(anew));
      },
    };
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
      note(answer.status, answerFields(answer));
      return answer;
    } catch (cause) {
      note(0);
      throw new NotReached(request.url, cause);
    }
  }
}

/** The fault, if it acts at the step. */
function actsAt(fault: Fault | undefined, step: Step): Fault | undefined {
  return fault !== undefined && (fault.step === step || fault.also?.includes(step) === true) ? fault : undefined;
}

function changed(fault: Fault | undefined, request: WalletRequest, memory: FaultMemory): WalletRequest | undefined {
  return fault?.request === undefined ? request : fault.request(request, memory);
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

function answerFields({ json, headers }: Answer): Pick<Call, 'error' | 'request'> {
  const error = typeof json?.error === 'string' ? { error: json.error } : {};
  const id = headers.get('x-request-id');
  return { ...error, ...(id === null ? {} : { request: id }) };
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
