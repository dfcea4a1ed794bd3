/** `scheme plan | import | export`: attestation schemes (TS11) as credential configurations of a running server. */
import { writeFileSync } from 'node:fs';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { openFolder, WrongBundle } from './bundle/read-bundle.ts';
import { type CommandRun, WrongArguments } from './process/command.ts';
import { exitCodes, lastOf, reported, serverOf } from './process/server-command.ts';

const actions: Readonly<Record<string, (run: CommandRun, operand: string) => Promise<number>>> = {
  plan,
  import: importScheme,
  export: exportScheme,
};

export async function runScheme(run: CommandRun): Promise<number> {
  const [action = '', operand = ''] = run.operands;
  const perform = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (perform === undefined) throw new WrongArguments();
  return reported(run, () => perform(run, operand));
}

async function plan(run: CommandRun, file: string): Promise<number> {
  const body = readScheme(file);
  const { post } = await serverOf(run);
  const planned = await post('/attestation-schemes/plan', body);
  show(run, planned, textOf(planned));
  if (itemsOf(planned.mistakes).length > 0) return exitCodes.wrong;
  return planned.action === 'unchanged' ? exitCodes.nothing : exitCodes.changes;
}

async function importScheme(run: CommandRun, file: string): Promise<number> {
  const body = readScheme(file);
  const { post } = await serverOf(run);
  const imported = await post('/attestation-schemes/import', body);
  show(run, imported, `${textOf(imported)}Imported\n`);
  return exitCodes.nothing;
}

/** What the catalogue requires and the configuration lacks is an error: the scheme can't be registered. */
async function exportScheme(run: CommandRun, id: string): Promise<number> {
  const { get } = await serverOf(run);
  const exported = await get(`/attestation-schemes/${encodeURIComponent(id)}`);
  const scheme = `${JSON.stringify(exported.scheme, null, 2)}\n`;
  const missing = itemsOf(exported.missing);
  const out = lastOf(run, 'out');
  if (out !== undefined) writeFileSync(out, scheme);
  if (run.switches.has('json')) run.write(`${JSON.stringify(exported)}\n`);
  else if (out === undefined) run.write(scheme);
  run.report(missing.map((one) => `missing ${placeText(one)}\n`).join(''));
  return missing.length === 0 ? exitCodes.nothing : exitCodes.wrong;
}

/** The call's body. `scheme` and `schema` may be files in its folder. */
function readScheme(file: string): JsonObject {
  const folder = openFolder(file);
  const body = folder.json('');
  if (!isObject(body)) throw new WrongBundle(`${file}: not a JSON object`);
  const members = Object.entries(body).map(([name, value]) =>
    typeof value === 'string' && (name === 'scheme' || name === 'schema') ? [name, folder.json(value)] : [name, value],
  );
  return Object.fromEntries(members);
}

function show({ switches, write }: CommandRun, answer: JsonObject, text: string): void {
  write(switches.has('json') ? `${JSON.stringify(answer)}\n` : text);
}

const heads: Readonly<Record<string, (name: string) => string>> = {
  create: (name) => `+ ${name}`,
  update: (name) => `~ ${name}`,
  unchanged: (name) => `Nothing to do (${name})`,
};

function textOf({ action, configuration, unmapped, mistakes }: JsonObject): string {
  const { id } = isObject(configuration) ? configuration : {};
  const lines = [
    heads[String(action)]?.(`issuance/${String(id)}`) ?? String(action),
    ...itemsOf(unmapped).map((one) => `  not expressed ${placeText(one)}`),
    ...itemsOf(mistakes).map((one) => `  ! ${placeText(one)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function itemsOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function placeText({ pointer, detail }: JsonObject): string {
  return `${String(pointer)} ${String(detail)}`;
}
