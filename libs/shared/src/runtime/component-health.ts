/** Which components a process uses, and whether they answer. */

import { withTimeout } from '../kernel/with-timeout.ts';

/** Component name -> resolves when it answers. Components that are not in use are left out. */
export type ComponentChecks = Readonly<Record<string, () => Promise<void>>>;

export type ComponentStates = Readonly<Record<string, 'up' | 'down'>>;

/** A component that hasn't answered by then is down, milliseconds. */
const PATIENCE = 2000;

/** Asks all at once; resolves after two seconds at the latest. */
export async function componentStates(checks: ComponentChecks): Promise<ComponentStates> {
  const names = Object.keys(checks);
  const up = await Promise.all(names.map((name) => answers(checks[name])));
  return Object.fromEntries(names.map((name, index) => [name, up[index] === true ? 'up' : 'down'] as const));
}

/**
 * Whether requests can be answered: where the database answers. Without the bus everything but webhooks goes on, and
 * without Redis everything but what guards against replay.
 */
export async function isUsable(checks: ComponentChecks): Promise<boolean> {
  return checks.database === undefined || answers(checks.database);
}

/** Of several processes: what is down for one is down. */
export function joinStates(...all: readonly ComponentStates[]): ComponentStates {
  const joined: Record<string, 'up' | 'down'> = {};
  for (const [name, state] of all.flatMap((states) => Object.entries(states))) {
    joined[name] = joined[name] === 'down' ? 'down' : state;
  }
  return joined;
}

async function answers(check: (() => Promise<void>) | undefined): Promise<boolean> {
  try {
    await withTimeout(Promise.resolve(check?.()), PATIENCE, () => new Error('No answer in time'));
    return true;
  } catch {
    return false;
  }
}
