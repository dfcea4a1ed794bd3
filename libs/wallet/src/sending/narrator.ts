/** Receives the progress of a wallet's run, in the order of the protocol. */

/** The members of a presentation request that are reported. */
export interface ReportedRequest {
  readonly client_id?: string;
  readonly dcql_query: { readonly credentials: readonly { readonly id: string }[] };
}

/** A match for a query. */
export interface ReportedPresentation {
  readonly id: string;
  readonly held: { readonly credential: string };
}

export interface Narrator {
  /** A step of the protocol starts. */
  step(title: string): void;
  /** The result of the step. */
  note(text: string): void;
  asked(request: ReportedRequest): void;
  shows(chosen: readonly ReportedPresentation[]): void;
}

export const silent: Narrator = { step: () => {}, note: () => {}, asked: () => {}, shows: () => {} };
