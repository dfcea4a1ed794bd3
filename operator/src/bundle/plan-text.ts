/** A plan as readable text. Pure. */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';

const signs: Readonly<Record<string, string>> = {
  create: '+',
  update: '~',
  adopt: '=',
  delete: '-',
  forget: '.',
  blocked: '!',
};

const words: readonly (readonly [string, string])[] = [
  ['create', 'to create'],
  ['update', 'to change'],
  ['adopt', 'to take over'],
  ['delete', 'to delete'],
  ['forget', 'to forget'],
  ['blocked', 'with errors'],
];

/** @param detailed with each member that differs */
export function planText(plan: JsonObject, detailed: boolean): string {
  const objects = objectsOf(plan);
  const lines = objects
    .filter(({ action }) => action !== 'unchanged')
    .flatMap((object) => [headOf(object), ...mistakesOf(object), ...(detailed ? differencesOf(object) : [])]);
  const counts = words.flatMap(([action, word]) => {
    const count = objects.filter((object) => object.action === action).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  const summary = counts.length === 0 ? 'Nothing to do' : counts.join(', ');
  return [...lines, `${summary} (${nameOf(plan)})`, ''].join('\n');
}

export function objectsOf({ objects }: JsonObject): readonly JsonObject[] {
  return Array.isArray(objects) ? objects.filter(isObject) : [];
}

function nameOf({ name, generation }: JsonObject): string {
  return `bundle ${String(name)}, generation ${String(generation)}`;
}

function headOf({ kind, id, action, drifted }: JsonObject): string {
  const name = id === undefined ? String(kind) : `${String(kind)}/${String(id)}`;
  return `${signs[String(action)] ?? '?'} ${name}${drifted === true ? '  (changed by somebody else)' : ''}`;
}

function mistakesOf({ mistakes }: JsonObject): readonly string[] {
  const found = Array.isArray(mistakes) ? mistakes.filter(isObject) : [];
  return found.map(({ pointer, detail }) => `    ${String(pointer)} ${String(detail)}`);
}

function differencesOf({ present, proposed, secretsDiffer }: JsonObject): readonly string[] {
  const secret = secretsDiffer === true ? ['    a secret differs'] : [];
  return [...differences(present, proposed, ''), ...secret];
}

function differences(present: Json | undefined, proposed: Json | undefined, pointer: string): readonly string[] {
  if (JSON.stringify(present) === JSON.stringify(proposed)) return [];
  if (isObject(present) && isObject(proposed)) {
    const names = [...new Set([...Object.keys(present), ...Object.keys(proposed)])];
    return names.flatMap((name) => differences(present[name], proposed[name], `${pointer}/${escapePointer(name)}`));
  }
  const line = (sign: string, value: Json | undefined) =>
    value === undefined ? [] : [`  ${sign} ${pointer || '/'} ${shortened(JSON.stringify(value))}`];
  return [...line('-', present), ...line('+', proposed)];
}

/** Images are long. */
function shortened(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}… (${text.length} characters)`;
}
