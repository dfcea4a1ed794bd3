/**
 * Whether a recorded history could have happened one call at a time: each call takes effect at one moment between its
 * sending and its response (Wing and Gong's search, one thing at a time). A call without a response may have taken
 * effect at any later moment, or never.
 */

/** What can happen to one thing: a code, a status entry, an idempotency key. `undefined` is a call that can't come next. */
export interface Model<Step, State> {
  readonly initial: State;
  readonly next: (state: State, step: Step) => State | undefined;
  /** Whether a step never changes the state. */
  readonly reads: (step: Step) => boolean;
}

export interface Call<Step> {
  readonly step: Step;
  /** When it was sent, in any unit that the whole history shares. */
  readonly sent: number;
  /** When its response arrived; absent if none did. */
  readonly answered?: number;
}

interface Numbered<Step> extends Call<Step> {
  readonly number: number;
}

/** Whether some order of the calls explains all responses. */
export function isLinearizable<Step, State>(model: Model<Step, State>, calls: readonly Call<Step>[]): boolean {
  const failed = new Set<string>();
  const search = (left: readonly Numbered<Step>[], state: State): boolean => {
    if (left.every(({ answered }) => answered === undefined)) return true;
    const place = `${left.map(({ number }) => number).join()} ${JSON.stringify(state)}`;
    if (failed.has(place)) return false;
    const found = nextCalls(model, left, state).some(({ call, after }) =>
      search(
        left.filter((other) => other !== call),
        after,
      ),
    );
    if (!found) failed.add(place);
    return found;
  };
  return search(
    calls.map((call, number) => ({ ...call, number })),
    model.initial,
  );
}

/** The calls that can take effect next. One that only reads is taken as soon as it fits: no order needs it later. */
function nextCalls<Step, State>(model: Model<Step, State>, left: readonly Numbered<Step>[], state: State) {
  // The next one was sent before any other that is left was answered.
  const first = left.reduce((least, { answered }) => Math.min(least, answered ?? least), Number.POSITIVE_INFINITY);
  const possible = left
    .filter(({ sent }) => sent <= first)
    .flatMap((call) => {
      const after = model.next(state, call.step);
      // One without a response that changes nothing now need not happen now.
      return after === undefined || (call.answered === undefined && after === state) ? [] : [{ call, after }];
    });
  const reading = possible.find(({ call }) => model.reads(call.step));
  return reading === undefined ? possible : [reading];
}

/** Something that is used once: a code, a nonce, a presentation request. */
export type Use = 'accepted' | 'refused' | 'unknown';

/** Exactly one use is accepted, and none is refused before one was. */
export const singleUse: Model<Use, 'free' | 'used'> = {
  initial: 'free',
  next: (state, use) => {
    if (use === 'accepted') return state === 'free' ? 'used' : undefined;
    if (use === 'refused') return state === 'used' ? 'used' : undefined;
    return 'used';
  },
  reads: (use) => use === 'refused',
};

export type Access = { readonly write: number } | { readonly read: number };

/** A value that is read as it was last written: the status of a credential. */
export const register: Model<Access, number> = {
  initial: 0,
  next: (state, access) => {
    if ('write' in access) return access.write;
    return access.read === state ? state : undefined;
  },
  reads: (access) => 'read' in access,
};

/** The outcome of a call with an idempotency key: its answer, or none. */
export type Repeated = { readonly answer: string } | 'unknown';

/** Every response to the same key is the first one. */
export const idempotent: Model<Repeated, string> = {
  initial: 'not called',
  next: (state, call) => {
    if (call === 'unknown') return state === 'not called' ? 'carried out' : state;
    const own = `answered ${call.answer}`;
    return state === own || !state.startsWith('answered ') ? own : undefined;
  },
  reads: () => false,
};
