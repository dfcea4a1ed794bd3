/** The options of `npm run bench` for scenarios; scripts/bench.mjs describes them. */
import { parseArgs } from 'node:util';

/** The parts of each scenario to run. */
export interface BenchOptions {
  /** Scenarios by name, or all. */
  readonly names: readonly string[] | 'all';
  /** Flows of each run. */
  readonly flows: number;
  /** Concurrent flows of each run. */
  readonly concurrency: readonly number[];
  /** Number of wallets with prepared keys. */
  readonly wallets: number;
  /** Flows before the first run. */
  readonly warmup: number;
  /** Limit of a run. */
  readonly seconds: number | undefined;
  /** Flows per second; undefined for as many as possible. */
  readonly rate: number | undefined;
  readonly cluster: boolean;
  /** Flows whose cryptographic work is counted; 0: none. */
  readonly counted: number;
  /** Flows to profile; 0: none. */
  readonly profiled: number;
  /** Address of a running installation. */
  readonly target: string | undefined;
  /** Host that may be loaded. */
  readonly consent: string | undefined;
  /** File of the result. */
  readonly json: string | undefined;
}

type Defaults = Record<'flows' | 'concurrency' | 'keys' | 'warmup' | 'counted' | 'profiled', string>;

const OWN: Defaults = {
  flows: '2000',
  concurrency: '1,8,32',
  keys: '500',
  warmup: '1000',
  counted: '200',
  profiled: '0',
};
/** Load that a running installation bears without notice. */
const TARGET: Defaults = { flows: '100', concurrency: '4', keys: '10', warmup: '5', counted: '0', profiled: '0' };
const TARGET_RATE = 5;

/**
 * @param args arguments of the command: names of scenarios, or `all`, and options
 * @throws with a sentence for the user at the terminal
 */
export function readOptions(args: readonly string[]): BenchOptions {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      flows: text,
      concurrency: text,
      keys: text,
      warmup: text,
      seconds: text,
      rate: text,
      counted: text,
      profiled: text,
      target: text,
      consent: text,
      json: text,
      cluster: flag,
      dpop: flag,
      haip: flag,
    },
  });
  const { target, consent, json, cluster } = values;
  const all = target === undefined ? OWN : TARGET;
  const whole = (name: keyof Defaults, least: number): number =>
    number(name, values[name] ?? all[name], { least, whole: true });
  const given = (name: 'seconds' | 'rate'): number | undefined =>
    values[name] === undefined ? undefined : number(name, values[name], { least: 0.01, whole: false });
  if (cluster && target !== undefined)
    throw new Error('--cluster starts services, --target takes running ones: give one of them');
  return {
    names: namesOf(positionals, values),
    flows: whole('flows', 1),
    wallets: whole('keys', 1),
    warmup: whole('warmup', 0),
    concurrency: (values.concurrency ?? all.concurrency)
      .split(',')
      .map((one) => number('concurrency', one, { least: 1, whole: true })),
    seconds: given('seconds'),
    rate: given('rate') ?? (target === undefined ? undefined : TARGET_RATE),
    cluster,
    target,
    consent,
    json,
    counted: target === undefined ? whole('counted', 0) : 0,
    profiled: target === undefined && !cluster ? whole('profiled', 0) : 0,
  };
}

function namesOf(
  positionals: readonly string[],
  { dpop, haip }: { readonly dpop: boolean; readonly haip: boolean },
): readonly string[] | 'all' {
  const names = positionals.flatMap((one) => one.split(',')).filter((name) => name !== '');
  if (haip) return ['issuance', 'issuance-attested'];
  if (names.includes('all')) return 'all';
  const found = names.length === 0 ? ['issuance'] : names;
  return dpop ? found.map((name) => (name === 'issuance' ? 'issuance-dpop' : name)) : found;
}

function number(name: string, text: string, { least, whole }: { least: number; whole: boolean }): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= least && Number.isFinite(value) && (!whole || Number.isInteger(value))) return value;
  throw new Error(`--${name} takes ${whole ? 'whole numbers' : 'numbers'} of at least ${least}, not '${text}'`);
}
