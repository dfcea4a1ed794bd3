/** Reads traces as a backend does. Entries arrive shortly after the response to their request. */
import assert from 'node:assert/strict';
import { until } from '@countersign/shared/test/patience';
import type { TestServer } from './server.ts';

export interface Entry {
  readonly id: string;
  readonly at: string;
  readonly step: string;
  readonly who: string;
  readonly request: string;
  readonly method: string;
  readonly route?: string;
  readonly status: number;
  readonly ms: number;
  readonly outcome: 'ok' | 'refused' | 'failed' | 'info';
  readonly error?: string;
  readonly reason?: string;
  readonly explanation?: string;
  readonly hint?: string;
  readonly standard?: { readonly document: string; readonly section: string };
  readonly blame?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly checks?: readonly { readonly check: string; readonly ok: boolean }[];
  readonly parameters?: readonly string[];
  readonly contentType?: string;
  readonly userAgent?: string;
}

export interface Trace {
  readonly entries: readonly Entry[];
  readonly gaps?: readonly { readonly after?: string; readonly count: number; readonly cause: string }[];
}

type Caller = Pick<TestServer, 'a' | 'b'>;
type Variant = 'a' | 'b';

/** The current trace of a session. */
export async function readTrace(server: Caller, session: string, variant: Variant = 'a'): Promise<Trace> {
  return readAnswer(await server[variant](`/session/${session}/trace`));
}

/** Refused requests that match no session, at this moment, newest first. */
export async function readUnmatched(server: Caller, variant: Variant = 'a'): Promise<Trace> {
  return readAnswer(await server[variant]('/trace?unmatched=true'));
}

/** Waits for an entry in the trace of a session. @returns the first one that fits */
export function untilTraced(
  server: Caller,
  session: string,
  fits: (entry: Entry) => boolean,
  variant: Variant = 'a',
): Promise<Entry> {
  return untilEntry(() => server[variant](`/session/${session}/trace`), fits);
}

/**
 * Waits for an entry among the requests that match no session. @param read loads them @returns the newest matching one
 */
export function untilUnmatched(read: () => Promise<Response>, fits: (entry: Entry) => boolean): Promise<Entry> {
  return untilEntry(read, fits);
}

async function untilEntry(read: () => Promise<Response>, fits: (entry: Entry) => boolean): Promise<Entry> {
  let found: Entry | undefined;
  await until('the entry of the trace', async () => {
    found = (await readAnswer(await read())).entries.find(fits);
    return found !== undefined;
  });
  return found ?? assert.fail();
}

async function readAnswer(answer: Response): Promise<Trace> {
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return JSON.parse(text) as Trace;
}
