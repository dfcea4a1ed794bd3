/** The file that names the point at which a server of a test is killed. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

export interface KillPoint {
  /** Writes and publications for this session count. */
  readonly session: string;
  /** From 1. */
  readonly number: number;
  readonly when: 'before' | 'after';
}

export interface KillPointFile {
  readonly path: string;
  /** From now on the server is killed at this point. */
  arm(point: KillPoint): void;
  /** False when the server was killed there. */
  isArmed(): boolean;
  disarm(): void;
  /** What was reached since it was armed: `<number> <what>`. */
  reached(): readonly string[];
}

export function killPointFile(path: string): KillPointFile {
  const log = `${path}.reached`;
  return {
    path,
    arm: (point) => {
      rmSync(log, { force: true });
      writeFileSync(`${path}.new`, JSON.stringify(point));
      renameSync(`${path}.new`, path);
    },
    isArmed: () => existsSync(path),
    disarm: () => rmSync(path, { force: true }),
    reached: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
        : [],
  };
}
