/**
 * Preloaded into a test's server (`node --import`): SIGKILL ends the process right before or right after one of its
 * writes, or one of its publications, for one session. None of this is part of the server. It changes the classes of
 * store and bus from outside, only in that process.
 *
 * KILL_POINT_FILE is the file that arms it. The file is read before each write and removed at the kill. The reached
 * points are appended, one line each, to the same name with `.reached`. If the server has workers they count together:
 * the number of a point is its line's. KILL_POINT_VICTIM selects what is killed there: `worker`, the process itself,
 * which is the default, or `primary`. With KILL_POINT_ENGINES=true the store is MongoDB and the bus Kafka, and the
 * services count together.
 */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInProcessBus } from '@countersign/shared/bus/in-process';
import { systemClock } from '@countersign/shared/kernel/clock';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import type { KillPoint } from './kill-point-file.ts';

type Method = (this: unknown, first: unknown, second: unknown) => Promise<unknown>;

const file = process.env.KILL_POINT_FILE;
if (file === undefined) throw new Error('KILL_POINT_FILE is not set');
const ofEngines = process.env.KILL_POINT_ENGINES === 'true';
const ofSeveral = ofEngines || (process.env.WORKERS !== undefined && process.env.WORKERS !== '1');
let reached = 0;
let present: string | undefined;

const folder = mkdtempSync(join(tmpdir(), 'countersign-kill-point-'));
const store = ofEngines ? await mongoStore() : await openEmbeddedStore({ folder });
for (const name of ['insert', 'replace', 'delete']) {
  wrap(store, name, (collection, document) => ({
    what: `${name} ${text(collection, 'name')}`,
    owners: ownersOf(document),
  }));
}
await store.close();
rmSync(folder, { recursive: true, force: true });
const bus = ofEngines ? await kafkaBus() : createInProcessBus(busOptions());
wrap(bus, 'publish', (topic, events) => {
  const [event] = Array.isArray(events) ? (events as readonly unknown[]) : [];
  return { what: `publish ${String(topic)}`, owners: [text(event, 'subject')] };
});

function busOptions() {
  return { clock: systemClock, log: silentLog, deadLetter: async (): Promise<void> => undefined };
}

/** One that never connects. */
async function mongoStore() {
  const { openMongoStore } = await import('@countersign/shared/store/mongo/store');
  return openMongoStore({ url: 'mongodb://127.0.0.1:1', database: 'none', log: silentLog });
}

/** One that never starts. */
async function kafkaBus() {
  const { createKafkaBus } = await import('@countersign/shared/bus/kafka/bus');
  const { settings } = readSettings({});
  return createKafkaBus({ ...busOptions(), settings, service: 'gateway', random: systemRandom });
}

interface Call {
  readonly what: string;
  /** Sessions that it is for. */
  readonly owners: readonly string[];
}

/** Changes a method of the class of this object. */
function wrap(object: object, name: string, describe: (first: unknown, second: unknown) => Call): void {
  const prototype: object = Object.getPrototypeOf(object);
  const original = Reflect.get(prototype, name) as Method;
  const wrapped: Method = async function (first, second) {
    const { what, owners } = describe(first, second);
    const point = armed(owners);
    if (point === undefined) return original.call(this, first, second);
    const isIt = reach(what) === point.number;
    if (isIt && point.when === 'before') die();
    const done = await original.call(this, first, second);
    if (isIt && point.when === 'after') die();
    return done;
  };
  Reflect.set(prototype, name, wrapped);
}

/** Notes a point. @returns its number since the arming, from 1 */
function reach(what: string): number {
  const log = `${file}.reached`;
  if (!ofSeveral) {
    reached += 1;
    appendFileSync(log, `${reached} ${what}\n`);
    return reached;
  }
  const mark = `${process.pid}/${performance.now()} ${what}`;
  appendFileSync(log, `${mark}\n`);
  return readFileSync(log, 'utf8').split('\n').indexOf(mark) + 1;
}

/** The file's content, if it contains one of these sessions. Each arming restarts the count. */
function armed(owners: readonly string[]): KillPoint | undefined {
  let point: KillPoint;
  try {
    point = JSON.parse(readFileSync(file ?? '', 'utf8')) as KillPoint;
  } catch {
    // Not armed, or just being written.
    return undefined;
  }
  const arming = `${point.session} ${point.number} ${point.when}`;
  if (arming !== present) [present, reached] = [arming, 0];
  return owners.includes(point.session) ? point : undefined;
}

function die(): never {
  rmSync(file ?? '', { force: true });
  if (process.env.KILL_POINT_VICTIM === 'primary' && process.send !== undefined) process.kill(process.ppid, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
  for (;;) {
    // Nothing more is done until the signal arrives.
  }
}

/** Session of a document: a delivery's or an entry's, or the document itself; and the session that it renews. */
function ownersOf(document: unknown): readonly string[] {
  return [text(document, 'session') || text(document, 'id'), text(document, 'firstSession')];
}

function text(value: unknown, name: string): string {
  const member = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof member === 'string' ? member : '';
}
