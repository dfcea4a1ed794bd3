/**
 * `npm run trace -- <session>`: a session's requests, and why they were refused, as a timeline.
 *
 *   --follow        waits for more entries, until Ctrl-C
 *   --unmatched     instead of a session: the refused requests of the last hour that match no session
 *   --verbose       also the names of the checks that a refused request passed, for developers of the server
 *   --json          one JSON text per line, for programs
 *   --url           base address of the server; default PUBLIC_URL, otherwise http://localhost:3000
 *   --api-key       for variant A; default AUTH_API_KEY
 *   --client-id, --client-secret   for variant B; default AUTH_CLIENT_ID (root) and AUTH_CLIENT_SECRET
 *
 * Without any of them it uses the secrets that `npm start` generated in DATA_FOLDER, for both variants.
 *
 * Give secrets in the environment: other users of the machine can read the arguments of a process. The exit code is 0,
 * 1 if the server refuses, 2 for wrong use, 3 if the server can't be reached.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from './help.mjs';
import { root } from './setup.mjs';
import { entryText, eventReader, gapText, problemText, traceText } from './trace-timeline.mjs';

answerHelp(import.meta.url);

/** Milliseconds before a stream that ended is opened again, and between two reads of unmatched requests. */
const PAUSE = 1000;
const colored = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;

const options = readOptions();
const style = { colored, verbose: options.verbose };
const base = options.url.replace(/\/$/, '');
const path = options.unmatched ? '/trace?unmatched=true' : `/session/${encodeURIComponent(options.session)}/trace`;
const credentials = findCredentials();
let headers = await credentials.shift()();
if (options.unmatched) await showUnmatched();
else if (options.follow) await follow();
else show(await readJson(await ask()));

function readOptions() {
  const text = { type: 'string' };
  const flag = { type: 'boolean', default: false };
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: {
        follow: flag,
        unmatched: flag,
        json: flag,
        verbose: flag,
        url: text,
        'api-key': text,
        'client-id': text,
        'client-secret': text,
      },
    });
  } catch (error) {
    fail(2, `${error.message}\nnpm run trace -- --help lists the options`);
  }
  const { values, positionals } = parsed;
  const { env } = process;
  if (positionals.length !== (values.unmatched ? 0 : 1)) {
    fail(2, 'Name one session, or --unmatched: npm run trace -- --help');
  }
  return {
    ...values,
    session: positionals[0],
    url: values.url ?? env.PUBLIC_URL ?? 'http://localhost:3000',
    apiKey: values['api-key'] ?? env.AUTH_API_KEY,
    client: values['client-id'] ?? env.AUTH_CLIENT_ID ?? 'root',
    secret: values['client-secret'] ?? env.AUTH_CLIENT_SECRET,
  };
}

/** @returns functions that create the headers, in the order to try them, because a session belongs to one tenant */
function findCredentials() {
  const { apiKey, secret } = options;
  // A client in variant B if its secret is given as an option, or there is no API key.
  if (apiKey !== undefined && options['client-secret'] === undefined) return [() => ({ 'x-api-key': apiKey })];
  if (secret !== undefined) return [() => bearer(secret)];
  const file = join(resolve(root, process.env.DATA_FOLDER || 'data'), 'secrets.json');
  if (!existsSync(file)) fail(2, 'No credential: set AUTH_API_KEY, or AUTH_CLIENT_ID and AUTH_CLIENT_SECRET');
  const generated = JSON.parse(readFileSync(file, 'utf8'));
  return [() => ({ 'x-api-key': generated.AUTH_API_KEY }), () => bearer(generated.AUTH_CLIENT_SECRET)];
}

async function bearer(secret) {
  const body = new URLSearchParams({ client_id: options.client, client_secret: secret });
  const answer = await reach(`${base}/auth/token`, { method: 'POST', body });
  return { authorization: `Bearer ${(await readJson(answer)).access_token}` };
}

async function ask(more = {}) {
  const answer = await reach(base + path, { headers: { ...headers, ...more } });
  if (answer.status !== 404 || credentials.length === 0) return answer;
  headers = await credentials.shift()();
  return ask(more);
}

async function reach(url, init) {
  try {
    return await fetch(url, init);
  } catch (error) {
    return fail(3, `${base} cannot be reached: ${error.cause?.code ?? error.message}`);
  }
}

async function readJson(answer) {
  const text = await answer.text();
  if (!answer.ok) fail(1, refusalText(answer.status, text));
  return JSON.parse(text);
}

/** The server's refusal as text. */
function refusalText(status, text) {
  if (status === 404 && options.session !== undefined) {
    return (
      `${base} has no session ${options.session} for these credentials. It was erased, or belongs to another tenant:\n` +
      'give --client-id and --client-secret of a client of that tenant. npm run trace -- --help lists the options.'
    );
  }
  return `The server returned ${status}: ${problemText(text)}`;
}

function show({ entries, gaps = [] }) {
  if (options.json) {
    for (const entry of entries) writeJson(entry);
    for (const gap of gaps) writeJson({ gap });
  } else process.stdout.write(traceText({ entries, gaps }, style));
}

function writeJson(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Continues after the last event after each interruption, until the session is erased. */
async function follow() {
  let last = '0';
  let answer = await askEvents(last);
  for (;;) {
    last = await showEvents(answer, last);
    if (last === undefined) return;
    do {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      answer = await askEvents(last, true);
    } while (answer === undefined);
  }
}

/** @param again the server was reached before: it may be unreachable for a while @returns undefined while it is */
async function askEvents(last, again = false) {
  const more = { accept: 'text/event-stream', 'last-event-id': last };
  const answer = again
    ? await fetch(base + path, { headers: { ...headers, ...more } }).catch(() => undefined)
    : await ask(more);
  if (again && (answer === undefined || answer.status === 429 || answer.status >= 500)) return undefined;
  if (!answer.ok) await readJson(answer);
  return answer;
}

/** @returns the id of the last event; undefined if the session was erased */
async function showEvents(answer, before) {
  let last = before;
  const read = eventReader();
  const text = new TextDecoder();
  try {
    for await (const bytes of answer.body) {
      for (const { id, event, data } of read(text.decode(bytes, { stream: true }))) {
        if (event === 'end') return undefined;
        last = id ?? last;
        if (options.json) writeJson(event === 'gap' ? { gap: data } : data);
        else process.stdout.write(event === 'gap' ? gapText(data, style) : entryText(data, style));
      }
    }
  } catch {
    // The connection broke; the next attempt continues.
  }
  return last;
}

/** Oldest first, so that the newest is the last line. */
async function showUnmatched() {
  const shown = new Set();
  do {
    const { entries, gaps } = await readJson(await ask());
    const fresh = entries.filter(({ id }) => !shown.has(id)).reverse();
    show({ entries: fresh, gaps: shown.size === 0 ? gaps : [] });
    for (const { id } of fresh) shown.add(id);
    if (options.follow) await new Promise((resolve) => setTimeout(resolve, PAUSE));
  } while (options.follow);
}

function fail(code, text) {
  process.stderr.write(`${text}\n`);
  process.exit(code);
}
