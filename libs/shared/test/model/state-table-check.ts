/** Compares a table of states and events with what the transitions do. */
import assert from 'node:assert/strict';
import type { StateTable } from './state-table.ts';

/** A transition with one of its inputs. */
export type Tried<T> = (document: T) => T;

/**
 * Applies every event in every state.
 * @param given a document in each state
 * @param events by the name of the event: its transition, with each relevant kind of input
 */
export function assertStateTable<State extends string, T>(options: {
  readonly table: StateTable<State>;
  readonly given: Readonly<Record<State, T>>;
  readonly events: Readonly<Record<string, readonly Tried<T>[]>>;
  readonly stateOf: (document: T) => State;
}): void {
  const { table, given, events, stateOf } = options;
  assert.deepEqual(Object.keys(events).sort(), Object.keys(table).sort());
  const states = Object.keys(given) as State[];
  for (const [name, tried] of Object.entries(events)) {
    for (const state of states) {
      const before = given[state];
      assert.equal(stateOf(before), state);
      const written = tried.map((transition) => transition(before)).filter((after) => after !== before);
      const expected = [...(table[name]?.from[state] ?? [])].sort();
      assert.deepEqual([...new Set(written.map(stateOf))].sort(), expected, `${name} in ${state}`);
    }
  }
}
