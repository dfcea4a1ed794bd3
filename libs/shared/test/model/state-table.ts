/** States and events of a kind of document, for the documentation and for the tests of the transitions. */

export interface StateEvent<State extends string> {
  readonly meaning: string;
  /**
   * By the state before the event: the possible next states, including itself if only other members change. Absent: no
   * write.
   */
  readonly from: Readonly<Partial<Record<State, readonly State[]>>>;
}

/** By the name of the function that is the transition. */
export type StateTable<State extends string> = Readonly<Record<string, StateEvent<State>>>;
