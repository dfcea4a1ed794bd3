/** How two JSON values differ, member by member. Pure. */
import { pointerTo } from './json-pointer.ts';
import { isRecord } from './records.ts';

export interface Difference {
  /** JSON pointer (RFC 6901). */
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
    if (!Object.hasOwn(after, name)) return [{ pointer: at, kind: 'removed', before: before[name] }];
    if (!Object.hasOwn(before, name)) return [{ pointer: at, kind: 'added', after: after[name] }];
    return compareJson(before[name], after[name], at);
  });
}

function compareItems(before: readonly unknown[], after: readonly unknown[], pointer: string): readonly Difference[] {
  const longest = Math.max(before.length, after.length);
  return Array.from({ length: longest }, (_, index) => index).flatMap((index): readonly Difference[] => {
    const at = pointerTo(pointer, index);
    if (index >= after.length) return [{ pointer: at, kind: 'removed', before: before[index] }];
    if (index >= before.length) return [{ pointer: at, kind: 'added', after: after[index] }];
    return compareJson(before[index], after[index], at);
  });
}
