/** What a campaign kills: one process, a primary with workers, or the five services. */
import type { ServerOfA } from '../../support/flows.ts';
import type { KillPointFile } from '../kill-point-file.ts';
import type { Dice } from '../seeded.ts';

export const MODES = ['one process', 'workers', 'five services'] as const;
export type Mode = (typeof MODES)[number];

/** An engine that the campaign may take away. */
export interface Outage {
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
}

export interface System extends ServerOfA {
  readonly mode: Mode;
  /** SIGKILL to one process; it, or its successor, is ready when this resolves. */
  kill(dice: Dice): Promise<void>;
  /** SIGTERM to one process, under load, and a new start. @throws AssertionError if it does not end well */
  restart(dice: Dice): Promise<void>;
  /** SIGSTOP to one worker, which the primary must replace. */
  stopWorker(dice: Dice): Promise<void>;
  writeConfig(path: string, text: string): void;
  removeConfig(path: string): void;
  /** Moves the clock of the server, milliseconds. */
  ahead(by: number): void;
  /** Dies at a write of one session; the five services have none. */
  readonly killPoint: KillPointFile | undefined;
  /** Resolves when a process that died at its kill point is replaced. */
  revive(): Promise<void>;
  /** A second server on the same data. @returns its exit code */
  second(): Promise<number | null>;
  readonly outages: Readonly<Record<'kafka' | 'mongodb' | 'redis', Outage>> | undefined;
  /** Waits until nothing is under way, ends the processes, and reads the store. @returns violations */
  finish(): Promise<readonly string[]>;
  close(): Promise<void>;
}
