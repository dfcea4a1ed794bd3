/** Status lists in memory, as many as a number of bytes allows; the one that was used longest ago goes first. */
import type { StatusList } from './protocol/status-token.ts';

export interface HeldList {
  readonly list: StatusList;
}

export interface HeldLists {
  get(key: string): HeldList | undefined;
  set(key: string, held: HeldList): void;
}

/** What an entry costs beside its list, roughly, bytes. */
const ENTRY = 512;

export function createHeldLists(mostBytes: number): HeldLists {
  const held = new Map<string, HeldList>();
  let bytes = 0;
  const remove = (key: string): void => {
    const known = held.get(key);
    if (known === undefined) return;
    held.delete(key);
    bytes -= sizeOf(key, known);
  };
  return {
    get: (key) => {
      const known = held.get(key);
      if (known === undefined) return undefined;
      held.delete(key);
      held.set(key, known);
      return known;
    },
    set: (key, list) => {
      remove(key);
      held.set(key, list);
      bytes += sizeOf(key, list);
      for (const oldest of held.keys()) {
        if (bytes <= mostBytes) return;
        remove(oldest);
      }
    },
  };
}

function sizeOf(key: string, { list }: HeldList): number {
  return list.list.length + key.length + ENTRY;
}
