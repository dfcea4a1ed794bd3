/** How two JSON values differ, field by field. Pure. */
import { pointerTo } from './json-pointer.ts';
import { isRecord } from './records.ts';

export interface Difference {
  /** JSON pointer (RFC 6901). In a list it is the item's place after the change, or before it if the item was removed. */
  readonly pointer: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The differences in the order of the values. Only arrays compare order, objects don't. */
export function compareJson(before: unknown, after: unknown, pointer = ''): readonly Difference[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return compareItems(before, after, pointer);
  if (!isRecord(before) || !isRecord(after)) return [{ pointer, kind: 'changed', before, after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): readonly Difference[] => {
    const at = pointerTo(pointer, name);
    if (!Object.hasOwn(after, name)) return fieldsOf('removed', before[name], at);
    if (!Object.hasOwn(before, name)) return fieldsOf('added', after[name], at);
    return compareJson(before[name], after[name], at);
  });
}

/** Items that are equal at both ends stay in place, so an item removed in the middle is one difference. */
function compareItems(before: readonly unknown[], after: readonly unknown[], pointer: string): readonly Difference[] {
  const shorter = Math.min(before.length, after.length);
  const isSame = (a: number, b: number): boolean => compareJson(before[a], after[b]).length === 0;
  let start = 0;
  while (start < shorter && isSame(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(before.length - 1 - end, after.length - 1 - end)) end += 1;
  const longest = Math.max(before.length, after.length) - end;
  const places = Array.from({ length: longest - start }, (_, index) => start + index);
  return places.flatMap((index): readonly Difference[] => {
    const at = pointerTo(pointer, index);
    if (index >= after.length - end) return fieldsOf('removed', before[index], at);
    if (index >= before.length - end) return fieldsOf('added', after[index], at);
    return compareJson(before[index], after[index], at);
  });
}

/** A difference for each field within what was added or removed. */
function fieldsOf(kind: 'added' | 'removed', value: unknown, pointer: string): readonly Difference[] {
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item] as const)
    : isRecord(value)
      ? Object.entries(value)
      : [];
  if (members.length > 0) return members.flatMap(([name, item]) => fieldsOf(kind, item, pointerTo(pointer, name)));
  return [{ pointer, kind, ...(kind === 'added' ? { after: value } : { before: value }) }];
}
