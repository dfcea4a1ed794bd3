/** `config plan | diff | apply`: a bundle of configurations against a running server. */
import { readFileSync, writeFileSync } from 'node:fs';
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { planText } from './bundle/plan-text.ts';
import { readBundle, WrongBundle } from './bundle/read-bundle.ts';
import { type CommandRun, WrongArguments } from './process/command.ts';
import type { ServerCalls } from './process/server-calls.ts';
import { exitCodes, lastOf, reported, serverOf } from './process/server-command.ts';

const actions: Readonly<Record<string, (run: ConfigRun) => Promise<number>>> = { plan, diff: plan, apply };

interface ConfigRun extends CommandRun {
  readonly action: string;
  readonly bundle: JsonObject;
  readonly post: ServerCalls['post'];
}

export async function runConfig(run: CommandRun): Promise<number> {
  const [action = '', file = ''] = run.operands;
  const perform = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (perform === undefined) throw new WrongArguments();
  return reported(run, async () => {
    const bundle = readBundle(file, { env: run.env, ...generationOf(run) });
    const { post } = await serverOf(run);
    return perform({ ...run, action, bundle, post });
  });
}

async function plan(run: ConfigRun): Promise<number> {
  const planned = await planOf(run);
  const out = lastOf(run, 'out');
  // Without what the bundle has: the file can be kept with the pipeline's other results.
  if (out !== undefined) writeFileSync(out, `${JSON.stringify(keptOf(planned))}\n`);
  show(run, planned);
  return exitCodeOf(planned);
}

async function apply(run: ConfigRun): Promise<number> {
  const kept = lastOf(run, 'plan');
  const planned = kept === undefined ? await planOf(run) : readPlan(kept);
  if (kept === undefined && exitCodeOf(planned) !== exitCodes.changes) {
    show(run, planned);
    return exitCodeOf(planned);
  }
  const body = { bundle: run.bundle, fingerprint: planned.fingerprint ?? '', ...adoptOf(run) };
  const applied = await run.post('/configurations/apply', body);
  show(run, applied);
  if (!run.switches.has('json')) run.write('Applied\n');
  return exitCodes.nothing;
}

function planOf(run: ConfigRun): Promise<JsonObject> {
  return run.post('/configurations/plan', { bundle: run.bundle, ...adoptOf(run) });
}

function adoptOf({ switches }: CommandRun): JsonObject {
  return switches.has('adopt') ? { adopt: true } : {};
}

function show({ switches, write, action }: ConfigRun, planned: JsonObject): void {
  write(switches.has('json') ? `${JSON.stringify(planned)}\n` : planText(planned, action === 'diff'));
}

function exitCodeOf({ changes, objects }: JsonObject): number {
  const blocked = Array.isArray(objects) && objects.some((one) => isObject(one) && one.action === 'blocked');
  if (blocked) return exitCodes.wrong;
  return changes === true ? exitCodes.changes : exitCodes.nothing;
}

function keptOf({ name, generation, fingerprint }: JsonObject): JsonObject {
  return { name, generation, fingerprint };
}

function readPlan(file: string): JsonObject {
  const plan = parseJson(readFileSync(file, 'utf8'));
  if (isObject(plan) && typeof plan.fingerprint === 'string') return plan;
  throw new WrongBundle(`${file}: not a plan that --out has written`);
}

function generationOf(run: CommandRun): { readonly generation?: number } {
  const text = lastOf(run, 'generation');
  if (text === undefined) return {};
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new WrongArguments();
  return { generation: Number(text) };
}
