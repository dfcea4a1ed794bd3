/** Which components a process uses, and whether they respond. */

import { withTimeout } from '../kernel/with-timeout.ts';

/** Component name -> resolves when it responds. Unused components are left out. */
export type ComponentChecks = Readonly<Record<string, () => Promise<void>>>;

export type ComponentStates = Readonly<Record<string, 'up' | 'down'>>;

/** Milliseconds after which a component without a response is treated as down. */
const PATIENCE = 2000;

/** Runs all checks in parallel; resolves after two seconds at the latest. */
export async function componentStates(checks: ComponentChecks): Promise<ComponentStates> {
  const names = Object.keys(checks);
  const up = await Promise.all(names.map((name) => answers(checks[name])));
  return Object.fromEntries(names.map((name, index) => [name, up[index] === true ? 'up' : 'down'] as const));
}

/**
 * Whether requests can be served: true if the database responds. Without the bus only webhooks stop; without Redis only
 * the requests that need a replay cache fail.
 */
export async function isUsable(checks: ComponentChecks): Promise<boolean> {
  return checks.database === undefined || answers(checks.database);
}

/** Joins the states reported by several processes: a component that is down for one is down. */
export function joinStates(...all: readonly ComponentStates[]): ComponentStates {
  const joined: Record<string, 'up' | 'down'> = {};
  for (const [name, state] of all.flatMap((states) => Object.entries(states))) {
    joined[name] = joined[name] === 'down' ? 'down' : state;
  }
  return joined;
}

async function answers(check: (() => Promise<void>) | undefined): Promise<boolean> {
  try {
    await withTimeout(Promise.resolve(check?.()), PATIENCE, () => new Error('No response in time'));
    return true;
  } catch {
    return false;
  }
}
