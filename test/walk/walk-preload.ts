/**
 * Preloaded into the server whose path is counted: for each HTTP request it writes a line to WALK_TO, with the
 * product's functions that ran until the response.
 */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Profiler, Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';
import { type RanFunction, ranFunctions } from './ran-functions.ts';

/** A line of the file. */
export interface WalkedRequest {
  readonly method: string;
  readonly path: string;
  readonly ran: readonly RanFunction[];
}

/** Compiled to test/dist/walk. */
const ROOT = pathToFileURL(`${import.meta.dirname}/../../../`).href;
const { WALK_TO = '' } = process.env;

const session = new Session();
session.connect();
session.post('Profiler.enable');
// A binary count would name a function only in the first request that runs it.
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

// The log would appear between the lines of the table.
process.stdout.write = () => true;

subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { readonly request: IncomingMessage; readonly response: ServerResponse };
  const end = response.end;
  take();
  response.end = (...args: unknown[]): ServerResponse => {
    const walked: WalkedRequest = { method: request.method ?? '', path: request.url ?? '', ran: take() };
    appendFileSync(WALK_TO, `${JSON.stringify(walked)}\n`);
    return Reflect.apply(end, response, args);
  };
});

/** The functions that ran since the last call. V8 responds within the call. */
function take(): readonly RanFunction[] {
  let taken: readonly Profiler.ScriptCoverage[] | undefined;
  session.post('Profiler.takePreciseCoverage', (error, answer) => {
    if (error !== null) throw error;
    taken = answer.result;
  });
  if (taken === undefined) throw new Error('V8 has not answered');
  return ranFunctions(taken, ROOT);
}
