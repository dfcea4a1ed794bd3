/**
 * AUDIT_FILE: records as JSON lines. The store is the truth and the file a copy: lines that can't be written wait in memory
 * and are logged as errors, but no request fails. Each write opens the file by its name, so that after a log rotation a new
 * one is created, with no signal and no restart.
 */
import { appendFile } from 'node:fs/promises';
import type { Log } from '../kernel/log.ts';
import { errorFields } from '../kernel/log-error.ts';

/** Maximum number of lines that wait for an unwritable file. Later lines are only in the store. */
const MAX_WAITING = 10_000;
/** Milliseconds between two attempts while there are no new lines. */
const AGAIN = 5000;

export interface AuditFile {
  /** Resolves when the write of the line has succeeded or failed. Never rejects. */
  append(line: string): Promise<void>;
  /** The file's current error, if any. */
  trouble(): string | undefined;
  /** Tries to write the waiting lines once more, and ends. */
  close(): Promise<void>;
}

/** @param write appends text to the file, or prints it */
export function createAuditFile(write: (text: string) => Promise<void>, log: Log): AuditFile {
  let waiting: string[] = [];
  let lost = 0;
  let failing = false;
  let closed = false;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const writeWaiting = async (): Promise<void> => {
    const lines = waiting;
    waiting = [];
    try {
      // A failed write may have left half a line: end that line, and write it again.
      await write((failing ? '\n' : '') + lines.join(''));
      if (failing) log.warn('The audit file can be written again', { count: lines.length });
      failing = false;
      lost = 0;
    } catch (error) {
      waiting = [...lines, ...waiting];
      if (!failing) log.error('The audit file cannot be written', { ...errorFields(error), count: waiting.length });
      failing = true;
    }
  };
  /** One write at a time: records that arrive during a write share the next. */
  const flush = async (): Promise<void> => {
    while (writing !== undefined) await writing;
    if (waiting.length === 0) return;
    writing = writeWaiting().finally(() => {
      writing = undefined;
    });
    await writing;
    if (failing && !closed) {
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), AGAIN);
      timer.unref();
    }
  };
  return {
    append: async (line) => {
      if (waiting.length >= MAX_WAITING) {
        lost += 1;
        if (lost === 1) log.error('Audit records are only in the store, because too many wait for the audit file');
        return;
      }
      waiting.push(line);
      // While it fails only the timer retries. Otherwise each call would wait for its own failure.
      if (!failing) await flush();
    },
    trouble: () => {
      if (!failing) return undefined;
      return `cannot be written; ${waiting.length} records wait, ${lost} are only in the store`;
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await flush();
      if (waiting.length > 0) log.error('Audit records are only in the store', { count: waiting.length });
    },
  };
}

/** Opens the audit file of a path; `-` is standard output. @returns undefined without a path */
export function openAuditFile(path: string | undefined, log: Log): AuditFile | undefined {
  if (path === undefined) return undefined;
  if (path === '-') return createAuditFile(print, log);
  return createAuditFile((text) => appendFile(path, text, { mode: 0o600 }), log);
}

function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
