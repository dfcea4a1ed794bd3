/** The calls that most backends need, the same in both variants of the API. `calls` has all others. */
import { type Client, type ClientOptions, createClient } from './client.ts';
import { entries } from './entries.ts';
import { type EventsOptions, events, type Followed } from './events.ts';
import type { components, paths } from './http-api.ts';
import { dataOf } from './problem.ts';

type Schemas = components['schemas'];

/** A list's filters. */
type Filters<P extends '/session' | '/deliveries'> = Omit<NonNullable<paths[P]['get']['parameters']['query']>, 'after'>;

export interface CallOptions {
  /** Makes the call safe to repeat after your backend restarts. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Each method throws a CountersignError if the server refuses the call. */
export class Countersign {
  /** Every call in the API description, typed. */
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

  /** All sessions that match, newest first, over all pages. */
  sessions(filters: Filters<'/session'> = {}): AsyncGenerator<Schemas['Session'], void, undefined> {
    return entries((page) => this.calls.GET('/session', { params: { query: { ...filters, ...page } } }));
  }

  /** All webhook deliveries in a state, newest first, over all pages. */
  deliveries(filters: Filters<'/deliveries'>): AsyncGenerator<Schemas['ListedDelivery'], void, undefined> {
    return entries((page) => this.calls.GET('/deliveries', { params: { query: { ...filters, ...page } } }));
  }

  /** Revokes a session's credentials. */
  async revoke(session: string, options?: CallOptions): Promise<void> {
    const init = { body: { sessionId: session, status: 1 as const }, ...initOf(options) };
    await (this.#variantA
      ? dataOf(this.calls.POST('/status-management', init))
      : dataOf(this.calls.POST('/session/revoke', init)));
  }

  /** Stores a configuration, or replaces the one with the same id. */
  storeCredentialConfiguration(
    body: Schemas['IssuanceConfig'],
    options?: CallOptions,
  ): Promise<Schemas['StoredCredentialConfig']> {
    return dataOf(this.calls.POST('/issuer-management', { body, ...initOf(options) }));
  }

  /** Stores a configuration, or replaces the one with the same id. */
  storePresentationConfiguration(
    body: Schemas['PresentationConfig'],
    options?: CallOptions,
  ): Promise<Schemas['StoredPresentationConfig']> {
    return dataOf(this.calls.POST('/presentation-management', { body, ...initOf(options) }));
  }

  /** Follows the tenant's events, or one session's, and continues after interruptions. */
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
