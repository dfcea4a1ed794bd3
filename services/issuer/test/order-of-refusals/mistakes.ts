/** Requests with one or two errors, and the error that each endpoint reports. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { OperationReply } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { authorizationChecks } from '../../src/authorize/checks.ts';
import { credentialChecks } from '../../src/credential/checks.ts';
import { notificationChecks } from '../../src/notification/checks.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { tokenChecks } from '../../src/token/checks.ts';
import type { Seen } from '../seen-sessions.ts';
import { openIssuer, refusal, type World } from '../world.ts';

export interface Sent {
  /** Body, or query of a GET. */
  readonly parameters: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request's session. */
  readonly session: string;
}

export interface Mistake {
  readonly name: string;
  /** The row of the table that refuses it; `transition` after the table. */
  readonly check: string;
  readonly code: string;
  /** Its refusal changes the session: the next request needs a new one. */
  readonly changes?: true;
  /** The changed part of the request. Two errors in one part can't be combined. Default: the name. */
  readonly part?: string;
  /** It changes a session by `world.change` when it is read, not in the store. */
  readonly make: (sent: Sent, world: World) => Sent | Promise<Sent>;
}

export interface Endpoint {
  readonly settings?: Readonly<Record<string, string>>;
  /** A valid request. */
  readonly good: (world: World) => Promise<Sent>;
  /** The same request with fresh single-use proofs. */
  readonly renew?: (sent: Sent, world: World) => Sent;
  readonly send: (world: World, sent: Sent) => Promise<OperationReply>;
  /** Names of its checks, in the order of the table. */
  readonly rows: readonly string[];
  /** Checks that no error here can cause to fail. */
  readonly unprovoked?: readonly string[];
  /** In the order of their refusal. */
  readonly mistakes: readonly Mistake[];
}

/** An error in the parameters: these replace the valid ones; undefined removes one. */
export function parameters(
  mistake: Omit<Mistake, 'make'>,
  change: Readonly<Record<string, JsonObject[string]>>,
): Mistake {
  return { ...mistake, make: (sent) => ({ ...sent, parameters: { ...sent.parameters, ...change } }) };
}

/**
 * Sends a request for each error, and one with each error and the next that can be combined with it, and asserts that
 * the first of them is reported. Checks run one after the other, so the order of neighbours is the order of all.
 */
export async function assertOrder(
  t: TestContext,
  { settings, good, renew, send, mistakes, rows, unprovoked = [] }: Endpoint,
): Promise<void> {
  assertRows(rows, mistakes, unprovoked);
  const world = await openIssuer(t, settings);
  let kept: Sent | undefined;
  const refused = async (...made: readonly Mistake[]) => {
    const right = kept ?? (await good(world));
    kept = made.some(({ changes }) => changes) ? undefined : right;
    let sent = renew?.(right, world) ?? right;
    let seen: Seen = (session) => session;
    const change: World['change'] = async (_, next) => {
      const before = seen;
      seen = (session) => next(before(session) as IssuanceSession);
    };
    for (const mistake of made) sent = await mistake.make(sent, { ...world, change });
    world.see(seen);
    // If several checks refuse with one code, the text identifies the check.
    const { code, message } = await refusal(send(world, sent));
    world.see();
    return { code, message };
  };
  const right = await good(world);
  await send(world, renew?.(right, world) ?? right);
  const alone = new Map<Mistake, Awaited<ReturnType<typeof refused>>>();
  for (const mistake of mistakes) alone.set(mistake, await refused(mistake));
  assert.deepEqual(
    [...alone].map(([{ name }, { code }]) => ({ name, code })),
    mistakes.map(({ name, code }) => ({ name, code })),
  );
  for (const [first, second] of neighbours(mistakes)) {
    assert.deepEqual(await refused(second, first), alone.get(first), `${first.name} before ${second.name}`);
  }
}

/** Each error with the next error that changes another part of the request. */
function neighbours(mistakes: readonly Mistake[]): readonly (readonly [Mistake, Mistake])[] {
  const partOf = ({ part, name }: Mistake): string => part ?? name;
  return mistakes.flatMap((first, index) => {
    const second = mistakes.slice(index + 1).find((next) => partOf(next) !== partOf(first));
    return second === undefined ? [] : [[first, second] as const];
  });
}

const rows = [authorizationChecks, tokenChecks, credentialChecks, notificationChecks].flatMap((table) => table.rows);

/** The names of a column's checks. No two tables have columns of one name. */
export function column(name: string): readonly string[] {
  return rows.filter(({ columns }) => columns.includes(name)).map(({ check }) => check);
}

/**
 * Asserts that the errors are in the order of their rows, and that each row has one. No error turns a request into a
 * dry run's.
 */
function assertRows(rows: readonly string[], mistakes: readonly Mistake[], unprovoked: readonly string[]): void {
  let at = 0;
  for (const { name, check } of mistakes) {
    const row = check === 'transition' ? rows.length : rows.indexOf(check, at);
    assert.ok(row >= at, `${name}: ${check} does not stand here in the table`);
    at = row;
  }
  const provoked = new Set(mistakes.map(({ check }) => check));
  const silent = rows.filter((row) => !provoked.has(row));
  assert.deepEqual(silent.sort(), [...unprovoked].sort());
}
