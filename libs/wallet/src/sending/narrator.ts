/** What a run of the wallet tells while it runs, in the order of the protocol. */

/** A request for a presentation, as far as it is told. */
export interface Asked {
  readonly client_id?: string;
  readonly dcql_query: { readonly credentials: readonly { readonly id: string }[] };
}

/** What answers a query. */
export interface Shown {
  readonly id: string;
  readonly held: { readonly credential: string };
}

export interface Narrator {
  /** A step of the protocol begins. */
  step(title: string): void;
  /** The result of the step. */
  note(text: string): void;
  asked(request: Asked): void;
  shows(chosen: readonly Shown[]): void;
}

export const silent: Narrator = { step: () => {}, note: () => {}, asked: () => {}, shows: () => {} };
