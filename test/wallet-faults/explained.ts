/** Tests of faults: each wallet runs once, and the trace must explain its refusal by the reason of the fault's name. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasons } from '@countersign/gateway/reasons';
import type { Reason } from '@countersign/shared/kernel/reasons/reasons';
import { type FaultName, faults } from '@countersign/wallet/faults/faults';
import { SHAPE_A, type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { type Entry, readTrace, readUnmatched } from '../support/trace.ts';
import { assertTracesHide, recordWire, type Wire } from '../support/wire-secrets.ts';
import type { FaultCourse, FaultRun, FaultWorld } from './fault-world.ts';

/** Looks for an entry, every PAUSE milliseconds: entries arrive shortly after the response. */
const TRIES = 100;
const PAUSE = 20;

/** A fact, or a condition for it. */
type Expected = string | number | boolean | readonly string[] | RegExp | ((value: unknown) => boolean);

export interface FaultCase {
  readonly fault: FaultName;
  /** A different fault with the same reason. */
  readonly variant?: string;
  /** Facts that the entry must have. */
  readonly facts?: Readonly<Record<string, Expected>>;
  /** Run in both variants of the API instead of only in variant A. */
  readonly both?: true;
  /** The server accepts the request, and notes the reason. */
  readonly noted?: true;
  /** The wallet waits: it runs after the others, because the clock only goes forward. */
  readonly waits?: true;
  readonly run: FaultCourse;
}

interface Case extends FaultCase {
  readonly title: string;
  readonly shape: Shape;
}

/** One world for all cases. The wallets run first, so that there is only one wait for the writer of the trace. */
export function explained(name: string, open: () => Promise<FaultWorld>, given: readonly FaultCase[]): void {
  describe(`faults: ${name}`, () => {
    let world: FaultWorld;
    let wire: Wire;
    const sessions = new Set<string>();
    const cases = given.flatMap(casesOf);
    const entries = new Map<Case, () => Entry>();
    before(async () => {
      world = await open();
      wire = recordWire();
      const runOf = async ({ run, shape, fault }: Case): Promise<FaultRun> => {
        // The server looks up the sessions of 20 refused requests a second.
        await world.wait(1);
        const ran = await run(world, shape, faults[fault]);
        sessions.add(ran.session);
        return ran;
      };
      const runs = new Map<Case, () => FaultRun>();
      for (const one of cases.filter(({ waits }) => waits !== true)) runs.set(one, await outcomeOf(() => runOf(one)));
      for (const [one, run] of runs) entries.set(one, await outcomeOf(() => entryOf(world, run(), one)));
      for (const one of cases.filter(({ waits }) => waits === true)) {
        entries.set(one, await outcomeOf(async () => entryOf(world, await runOf(one), one)));
      }
    });
    after(async () => {
      wire.stop();
      await world.server.close();
    });
    for (const one of cases) it(one.title, () => checkExplained(entries.get(one)?.() ?? assert.fail('not run'), one));
    it('no code, token, key or nonce of these wallets is in a trace', () =>
      assertTracesHide(world.server, wire, { sessions: [...sessions], streams: false }));
  });
}

function casesOf(one: FaultCase): readonly Case[] {
  return (one.both === true ? shapes : [SHAPE_A]).map((shape) => ({
    ...one,
    shape,
    title: [one.fault, one.variant, shape.name].filter(Boolean).join(', '),
  }));
}

/** Gives the result, or throws what the work has thrown. */
async function outcomeOf<T>(work: () => Promise<T>): Promise<() => T> {
  try {
    const result = await work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** The refusal's entry: in its session's trace, or if it matches no session, in its tenant's. */
async function entryOf(
  { server }: FaultWorld,
  { shape, session, calls }: FaultRun,
  { fault, noted }: FaultCase,
): Promise<Entry> {
  const { step } = faults[fault];
  const refused = calls.findLast((call) => (noted ? call.step === step : call.status >= 400 || call.status === 303));
  assert.ok(refused?.request !== undefined, `nothing was refused: ${JSON.stringify(calls)}`);
  const variant = shape === SHAPE_A ? 'a' : 'b';
  for (let n = 0; n < TRIES; n += 1) {
    const { entries } = await readTrace(server, session, variant);
    const { entries: unmatched } = await readUnmatched(server, variant);
    const found = [...entries, ...unmatched].find(
      ({ request, outcome }) => request === refused.request && (outcome === 'info') === (noted === true),
    );
    if (found !== undefined) return found;
    await sleep(PAUSE);
  }
  return assert.fail(`the trace has no entry of ${JSON.stringify(refused)}`);
}

function checkExplained(entry: Entry, { fault, noted, facts = {} }: FaultCase): void {
  const expectedReason = faults[fault].reason as Reason;
  const { explanation, hint, blame, standard } = reasons[expectedReason];
  const { reason, outcome } = entry;
  assert.deepEqual(
    { reason, outcome },
    { reason: expectedReason, outcome: noted ? 'info' : 'refused' },
    JSON.stringify(entry),
  );
  assert.deepEqual(
    { explanation: entry.explanation, hint: entry.hint, blame: entry.blame, standard: entry.standard },
    { explanation, hint, blame, standard },
  );
  for (const [name, expected] of Object.entries(facts)) checkFact(entry, name, expected);
}

function checkFact({ facts = {} }: Entry, name: string, expected: Expected): void {
  const fact = facts[name];
  const text = `${name}: ${JSON.stringify(facts)}`;
  if (expected instanceof RegExp) assert.match(String(fact), expected, text);
  else if (typeof expected === 'function') assert.ok(expected(fact), text);
  else assert.deepEqual(fact, expected, text);
}
