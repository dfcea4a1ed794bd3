/** Space for the embedded store: writes are refused before its disk is full, because lmdb may crash when a commit fails. */
import { statfsSync } from 'node:fs';
import { unavailable } from '../../kernel/unavailable.ts';

/** Bytes that only deletions may use, and all writes within one look at the disk. */
const RESERVE = 32 * 1024 * 1024;
/** Milliseconds between two looks. */
const INTERVAL = 50;

/** @returns bytes that this user may still write in the folder */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * @param free bytes left
 * @param now milliseconds, of a clock that only goes forward
 * @returns a check that throws ProtocolError `temporarily_unavailable` if the disk is nearly full
 */
export function spaceCheck(free: () => number, now: () => number = () => performance.now()): () => void {
  let looked = Number.NEGATIVE_INFINITY;
  let left = 0;
  return () => {
    const present = now();
    if (present - looked >= INTERVAL) [looked, left] = [present, free()];
    if (left >= RESERVE) return;
    throw unavailable(
      'database',
      new Error(`The disk is nearly full: ${left} bytes are left, and ${RESERVE} are kept free`),
    );
  };
}
