/** The server as a backend uses it: the same calls in both shapes of the interface. `calls` has all others. */
import { type Client, type ClientOptions, createClient } from './client.ts';
import { type EventsOptions, events, type Followed } from './events.ts';
import type { components } from './http-api.ts';
import { dataOf } from './problem.ts';

type Schemas = components['schemas'];

export interface CallOptions {
  /** Makes the call safe to repeat after a restart of your backend. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Each method throws a CountersignError if the server refuses the call. */
export class Countersign {
  /** Every call of the description, typed. */
  readonly calls: Client;
  readonly #variantA: boolean;

  constructor(options: ClientOptions) {
    this.calls = createClient(options);
    this.#variantA = options.apiKey !== undefined;
  }

  createOffer(body: Schemas['OfferRequest'], options?: CallOptions): Promise<Schemas['OfferResponse']> {
    const init = { body, ...initOf(options) };
    return this.#variantA
      ? dataOf(this.calls.POST('/vci/offer', init))
      : dataOf(this.calls.POST('/issuer-management/offer', init));
  }

  createRequest(
    body: Schemas['PresentationRequest'],
    options?: CallOptions,
  ): Promise<Schemas['PresentationRequestResponse']> {
    const init = { body, ...initOf(options) };
    return this.#variantA
      ? dataOf(this.calls.POST('/oid4vp', init))
      : dataOf(this.calls.POST('/presentation-management/request', init));
  }

  session(id: string): Promise<Schemas['Session']> {
    return dataOf(this.calls.GET('/session/{sessionId}', { params: { path: { sessionId: id } } }));
  }

  /** Stores it, or replaces the one with its id. */
  storeCredentialConfiguration(
    body: Schemas['IssuanceConfig'],
    options?: CallOptions,
  ): Promise<Schemas['StoredCredentialConfig']> {
    return dataOf(this.calls.POST('/issuer-management', { body, ...initOf(options) }));
  }

  /** Stores it, or replaces the one with its id. */
  storePresentationConfiguration(
    body: Schemas['PresentationConfig'],
    options?: CallOptions,
  ): Promise<Schemas['StoredPresentationConfig']> {
    return dataOf(this.calls.POST('/presentation-management', { body, ...initOf(options) }));
  }

  /** The tenant's events, or one session's, continued after breaks. */
  events(options: Omit<EventsOptions, 'client'> = {}): AsyncGenerator<Followed, void, undefined> {
    return events({ client: this.calls, ...options });
  }
}

function initOf({ idempotencyKey, signal }: CallOptions = {}) {
  return {
    ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
    ...(signal === undefined ? {} : { signal }),
  };
}
