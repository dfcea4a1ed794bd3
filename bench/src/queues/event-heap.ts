/** Future events in the order of their time: a binary heap. */

interface Entry<T> {
  readonly at: number;
  readonly order: number;
  readonly value: T;
}

export interface EventHeap<T> {
  readonly size: number;
  add(at: number, value: T): void;
  /** Removes the earliest event; of several at the same time the one that was added first. */
  next(): { readonly at: number; readonly value: T } | undefined;
}

export function createEventHeap<T>(): EventHeap<T> {
  const heap: Entry<T>[] = [];
  let added = 0;
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [heap[a], heap[b]];
    if (one === undefined || other === undefined) return one !== undefined;
    return one.at < other.at || (one.at === other.at && one.order < other.order);
  };
  const swap = (a: number, b: number): void => {
    const [one, other] = [heap[a], heap[b]];
    if (one === undefined || other === undefined) return;
    [heap[a], heap[b]] = [other, one];
  };
  const rise = (from: number): void => {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(place, parent)) return;
      swap(place, parent);
      place = parent;
    }
  };
  const sink = (): void => {
    let place = 0;
    for (;;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const smaller = right < heap.length && isBefore(right, left) ? right : left;
      if (smaller >= heap.length || !isBefore(smaller, place)) return;
      swap(place, smaller);
      place = smaller;
    }
  };
  return {
    get size() {
      return heap.length;
    },
    add: (at, value) => {
      heap.push({ at, order: added, value });
      added += 1;
      rise(heap.length - 1);
    },
    next: () => {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined) return undefined;
      if (heap.length > 0) {
        heap[0] = last;
        sink();
      }
      return { at: first.at, value: first.value };
    },
  };
}
