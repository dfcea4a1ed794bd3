/** Line and column of a JSON pointer's target (RFC 6901), for opening the file in an editor. Pure. */
import { placeOf, type TextPlace } from '@countersign/shared/kernel/json-place';
import { namesOfPointer } from '@countersign/shared/kernel/json-pointer';
import { type Node, parseTree } from 'jsonc-parser';

/**
 * @param text valid JSON
 * @returns the place of the member's name or the list's item; if the target is missing, its nearest ancestor's place
 */
export function placeOfPointer(text: string, pointer: string): TextPlace {
  let value = parseTree(text);
  let shown = value?.offset ?? 0;
  for (const name of namesOfPointer(pointer)) {
    const found = value && childOf(value, name);
    if (found === undefined) break;
    shown = found.offset;
    value = found.type === 'property' ? found.children?.[1] : found;
  }
  return placeOf(text, shown);
}

/** A member with its name, or an item. */
function childOf({ type, children = [] }: Node, name: string): Node | undefined {
  if (type === 'object') return children.find((member) => member.children?.[0]?.value === name);
  return /^\d+$/.test(name) ? children[Number(name)] : undefined;
}
