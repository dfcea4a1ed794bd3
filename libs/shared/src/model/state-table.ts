/** States and events of a kind of document, as documentation shows them and tests check them. */

export interface StateEvent<State extends string> {
  readonly meaning: string;
  /** By the state that the event finds: what it may lead to, itself where other members change. Absent: nothing is written. */
  readonly from: Readonly<Partial<Record<State, readonly State[]>>>;
}

/** By the name of the function that is the transition. */
export type StateTable<State extends string> = Readonly<Record<string, StateEvent<State>>>;
