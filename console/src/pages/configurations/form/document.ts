/** Changes of a configuration, one place at a time: everything else stays as it was written. Pure. */
import { isRecord } from '../../../parts/records.ts';

export type Document = Readonly<Record<string, unknown>>;
/** Names of members and positions of items. */
export type Place = readonly (string | number)[];

export function valueIn(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((within, step) => {
    if (Array.isArray(within)) return within[Number(step)];
    return isRecord(within) && Object.hasOwn(within, step) ? within[step] : undefined;
  }, value);
}

/** @param next undefined removes what is there. Objects and lists on the way are made if they are missing */
export function withValue<T>(value: T, place: Place, next: unknown): T {
  return changed(value, place, next) as T;
}

function changed(value: unknown, place: Place, next: unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return next;
  if (next === undefined && valueIn(value, place) === undefined) return value;
  const inner = changed(valueIn(value, [step]), rest, next);
  if (typeof step === 'number') {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    if (inner === undefined) return items.toSpliced(step, 1);
    return step < items.length ? items.with(step, inner) : [...items, inner];
  }
  const members = isRecord(value) ? value : {};
  if (inner !== undefined) return { ...members, [step]: inner };
  const { [step]: _, ...others } = members;
  return others;
}

/** Without an object or a list at this place that has become empty. */
export function withoutEmpty<T>(value: T, place: Place): T {
  const found = valueIn(value, place);
  const size = Array.isArray(found) ? found.length : isRecord(found) ? Object.keys(found).length : 1;
  return size === 0 ? withValue(value, place, undefined) : value;
}

/** The members in another order, or under another name. The names that `order` leaves out follow. */
export function reordered(members: Document, order: readonly string[]): Document {
  const names = [...order.filter((name) => Object.hasOwn(members, name)), ...Object.keys(members)];
  return Object.fromEntries([...new Set(names)].map((name) => [name, members[name]]));
}

/** The same members in the same order, one with another name. */
export function renamed(members: Document, from: string, to: string): Document {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name === from ? to : name, value]));
}
