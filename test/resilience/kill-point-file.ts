/** The file with the point at which a test's server is killed. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

export interface KillPoint {
  /** Only writes and publications for this session are counted. */
  readonly session: string;
  /** From 1. */
  readonly number: number;
  readonly when: 'before' | 'after';
}

export interface KillPointFile {
  readonly path: string;
  /** Arms the file: the server is killed at this point. */
  arm(point: KillPoint): void;
  /** False when the server was killed there. */
  isArmed(): boolean;
  disarm(): void;
  /** The points reached since it was armed: `<number> <what>`. */
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
