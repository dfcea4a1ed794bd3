import { isObject, type Json } from '@countersign/shared/kernel/json';

/** Every name in a value or a disclosure frame, at any depth. */
export function namesIn(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(namesIn);
  if (!isObject(value)) return [];
  return [...textsIn(value._sd), ...Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)])];
}

export function textsIn(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? (list as readonly Json[]).filter((item) => typeof item === 'string') : [];
}
