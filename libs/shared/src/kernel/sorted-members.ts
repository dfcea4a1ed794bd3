/** JSON whose members have one order, so that equal values have one text. */
import { isObject, type Json } from './json.ts';

/** The value with each object as an ordered list of its members. An object and such a list stay different. */
export function sortedMembers(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedMembers);
  if (!isObject(value)) return value;
  // Entries, because an object would reorder members that look like numbers; inside an object, because a list of
  // entries is a different body.
  return {
    members: Object.keys(value)
      .sort()
      .map((name) => [name, sortedMembers(value[name] ?? null)]),
  };
}
