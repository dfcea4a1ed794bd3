/** The options of `npm run bench` for scenarios; scripts/bench.mjs describes them. */
import { parseArgs } from 'node:util';

/** What of each scenario is run. */
export interface BenchOptions {
  /** Scenarios by name, or all. */
  readonly names: readonly string[] | 'all';
  /** Flows of each run. */
  readonly flows: number;
  /** Flows at once of each run. */
  readonly concurrency: readonly number[];
  /** Wallets whose keys are made before. */
  readonly wallets: number;
  /** Flows before the first run. */
  readonly warmup: number;
  /** Limit of a run. */
  readonly seconds: number | undefined;
  /** Flows a second; undefined for as many as are answered. */
  readonly rate: number | undefined;
  readonly cluster: boolean;
  /** Flows whose cryptographic work is counted; 0 for none. */
  readonly counted: number;
  /** Flows that are profiled; 0 for none. */
  readonly profiled: number;
  /** Address of a running installation. */
  readonly target: string | undefined;
  /** Host that may be loaded. */
  readonly consent: string | undefined;
  /** File of the result. */
  readonly json: string | undefined;
  /** Folder of the plots. */
  readonly plots: string | undefined;
  /** Of presentation during issuance: flows of which the time to the claims is measured, and the milliseconds that the webhook takes. */
  readonly ready: number;
  readonly delay: number;
}

export type Defaults = Partial<
  Record<'flows' | 'concurrency' | 'keys' | 'warmup' | 'counted' | 'profiled' | 'ready', string>
>;

const OWN: Required<Defaults> = {
  ...{ flows: '2000', concurrency: '1,8,32', keys: '500', warmup: '1000' },
  ...{ counted: '200', profiled: '0', ready: '0' },
};
/** Load that a running installation bears without notice. */
const TARGET: Required<Defaults> = {
  ...{ flows: '100', concurrency: '4', keys: '10', warmup: '5' },
  ...{ counted: '0', profiled: '0', ready: '0' },
};
const TARGET_RATE = 5;

/**
 * @param args arguments of the command: names of scenarios, or `all`, and options
 * @param defaults replace those of all scenarios
 * @throws with a sentence for the person at the terminal
 */
export function readOptions(args: readonly string[], defaults: Defaults = {}): BenchOptions {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ flows: text, concurrency: text, keys: text, warmup: text, seconds: text, rate: text },
      ...{ counted: text, profiled: text, target: text, consent: text, json: text, plots: text },
      ...{ cluster: flag, dpop: flag, haip: flag, ready: text, delay: { ...text, default: '50' } },
    },
  });
  const { target, consent, json, plots, cluster } = values;
  const all = { ...(target === undefined ? OWN : TARGET), ...defaults };
  const whole = (name: keyof Defaults, least: number): number =>
    number(name, values[name] ?? all[name], { least, whole: true });
  const given = (name: 'seconds' | 'rate'): number | undefined =>
    values[name] === undefined ? undefined : number(name, values[name], { least: 0.01, whole: false });
  if (cluster && target !== undefined)
    throw new Error('--cluster starts services, --target takes running ones: give one of them');
  return {
    names: namesOf(positionals, values),
    ...{ flows: whole('flows', 1), wallets: whole('keys', 1), warmup: whole('warmup', 0) },
    concurrency: (values.concurrency ?? all.concurrency)
      .split(',')
      .map((one) => number('concurrency', one, { least: 1, whole: true })),
    seconds: given('seconds'),
    rate: given('rate') ?? (target === undefined ? undefined : TARGET_RATE),
    ...{ cluster, target, consent, json, plots },
    ...{ ready: whole('ready', 0), delay: number('delay', values.delay, { least: 0, whole: true }) },
    counted: target === undefined ? whole('counted', 0) : 0,
    profiled: target === undefined && !cluster ? profiledOf(values, all.profiled) : 0,
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

/** A plot of the cost needs profiles. */
function profiledOf({ profiled, plots }: { profiled?: string; plots?: string }, usual: string): number {
  const wanted = profiled ?? (plots === undefined ? usual : '1000');
  return number('profiled', wanted, { least: 0, whole: true });
}

function number(name: string, text: string, { least, whole }: { least: number; whole: boolean }): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= least && Number.isFinite(value) && (!whole || Number.isInteger(value))) return value;
  throw new Error(`--${name} takes ${whole ? 'whole numbers' : 'numbers'} of at least ${least}, not '${text}'`);
}
