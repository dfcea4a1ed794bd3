/** What a campaign kills: one process, a primary with workers, or the five services. */
import type { ServerOfA } from '../../support/flows.ts';
import type { KillPointFile } from '../kill-point-file.ts';
import type { Dice } from '../seeded.ts';

export const MODES = ['one process', 'workers', 'five services'] as const;
export type Mode = (typeof MODES)[number];

/** From SIGKILL until requests are answered again. */
export interface Restart {
  readonly what: 'process' | 'worker' | 'service';
  readonly milliseconds: number;
}

/** A place where data is kept or written, and its bytes. */
export type Place = readonly [name: string, bytes: Buffer];

/** An engine that the campaign may take away. */
export interface Outage {
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
}

/** An engine that dies, one behind a dead connection, or writes of the store that lose theirs. */
export type EngineOutage = Engine | `${Engine} cut off` | 'broken writes';
export type Engine = 'kafka' | 'mongodb' | 'redis';

export interface System extends ServerOfA {
  readonly mode: Mode;
  /**
   * SIGKILL to one process; it, or its successor, is ready when this resolves.
   * @param away milliseconds until it is started again
   */
  kill(dice: Dice, away?: number): Promise<void>;
  /** SIGTERM to one process, under load, and a new start. @throws AssertionError if it does not end well */
  restart(dice: Dice): Promise<void>;
  /** SIGSTOP to one worker, which the primary must replace. */
  stopWorker(dice: Dice): Promise<void>;
  writeConfig(path: string, text: string): void;
  removeConfig(path: string): void;
  /** Moves the clock of the server, milliseconds. */
  ahead(by: number): void;
  /** Dies at a write of one session. */
  readonly killPoint: KillPointFile;
  /** Resolves when a process that died at its kill point is replaced. */
  revive(): Promise<void>;
  /** A second server on the same data. @returns its exit code */
  second(): Promise<number | null>;
  /** Ways to lose an engine, or the connection to one; one process has none. */
  readonly outages: Readonly<Record<EngineOutage, Outage>> | undefined;
  /** The processes that run now. */
  pids(): readonly number[];
  /** All kills so far. */
  readonly restarts: readonly Restart[];
  /** Everything that the system has stored, published or logged. */
  places(): Promise<readonly Place[]>;
  /** Waits until nothing is under way, ends the processes, and reads the store. @returns violations */
  finish(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export function logOf(lines: readonly string[]): Place {
  return ['the log', Buffer.from(lines.join('\n'))];
}

/** Kills, and waits until what was killed serves again. */
export async function timed(restarts: Restart[], what: Restart['what'], act: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await act();
  restarts.push({ what, milliseconds: performance.now() - began });
}
