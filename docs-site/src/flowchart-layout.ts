/** Places of a flowchart's boxes in rows, each above everything that its arrows lead to. Pure. */
import type { Flowchart } from './flowchart-source.ts';

export interface Box {
  readonly label: string;
  /** Centre. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  /** Points of each arrow, from the upper box to the lower one. */
  readonly arrows: readonly (readonly (readonly [x: number, y: number])[])[];
}

export const BOX_HEIGHT = 30;
const ROW = 64;
const GAP = 18;
const CHARACTER = 7.6;
const SWEEPS = 24;

/** A box, or the place where an arrow passes a row. */
interface Item {
  readonly rank: number;
  readonly width: number;
  readonly label?: string;
  readonly above: Item[];
  readonly below: Item[];
  x: number;
}

export function layoutOf({ nodes, edges }: Flowchart): Layout {
  const ranks = ranksOf(edges);
  const items = new Map(
    [...nodes].map(([id, label]) => [id, item(ranks.get(id) ?? 0, label.length * CHARACTER + 20, label)]),
  );
  const passes: Item[] = [];
  const chains = edges.flatMap(([from, to]) => {
    const [upper, lower] = [items.get(from), items.get(to)];
    return upper === undefined || lower === undefined ? [] : [chainOf(upper, lower, passes)];
  });
  const all = [...items.values(), ...passes];
  const rows = ordered(all);
  place(rows);
  const left = Math.min(...all.map(({ x, width }) => x - width / 2));
  const right = Math.max(...all.map(({ x, width }) => x + width / 2));
  const height = rows.length * ROW;
  const yOf = ({ rank }: Item): number => height - rank * ROW - ROW / 2;
  return {
    width: right - left + GAP,
    height,
    boxes: [...items.values()].map((one) => ({
      label: one.label ?? '',
      x: one.x - left + GAP / 2,
      y: yOf(one),
      width: one.width,
    })),
    arrows: chains.map((chain) => chain.map((one) => [one.x - left + GAP / 2, yOf(one)] as const)),
  };
}

function item(rank: number, width: number, label?: string): Item {
  return { rank, width, ...(label === undefined ? {} : { label }), above: [], below: [], x: 0 };
}

/** The longest way down from each node. */
function ranksOf(edges: Flowchart['edges']): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  const rankOf = (id: string): number => {
    const known = ranks.get(id);
    if (known !== undefined) return known;
    // A circle would lead back here.
    ranks.set(id, 0);
    const below = edges.filter(([from]) => from === id).map(([, to]) => rankOf(to) + 1);
    const rank = Math.max(0, ...below);
    ranks.set(id, rank);
    return rank;
  };
  for (const [from, to] of edges) for (const id of [from, to]) rankOf(id);
  return ranks;
}

/** The boxes of an arrow and its places in the rows between them. */
function chainOf(upper: Item, lower: Item, passes: Item[]): readonly Item[] {
  const between = Array.from({ length: Math.max(0, upper.rank - lower.rank - 1) }, (_, index) =>
    item(upper.rank - index - 1, 0),
  );
  passes.push(...between);
  const chain = [upper, ...between, lower];
  for (const [index, one] of chain.entries()) {
    const next = chain[index + 1];
    if (next === undefined) continue;
    one.below.push(next);
    next.above.push(one);
  }
  return chain;
}

/** Rows from the lowest, each in the order of its neighbours' mean place, so that few arrows cross. */
function ordered(all: readonly Item[]): readonly (readonly Item[])[] {
  const highest = Math.max(...all.map(({ rank }) => rank));
  const rows = Array.from({ length: highest + 1 }, (_, rank) => all.filter((one) => one.rank === rank));
  for (const row of rows) spread(row);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const side = sweep % 2 === 0 ? 'below' : 'above';
    for (const row of sweep % 2 === 0 ? rows : [...rows].reverse()) {
      row.sort((one, other) => wanted(one, side) - wanted(other, side));
      spread(row);
    }
  }
  return rows;
}

function wanted(one: Item, side: 'above' | 'below'): number {
  const places = one[side].map(({ x }) => x);
  return places.length === 0 ? one.x : places.reduce((sum, x) => sum + x, 0) / places.length;
}

/** Side by side, around 0. */
function spread(row: readonly Item[]): void {
  const total = row.reduce((sum, { width }) => sum + width + GAP, -GAP);
  let at = -total / 2;
  for (const one of row) {
    one.x = at + one.width / 2;
    at += one.width + GAP;
  }
}

/** Moves boxes towards their neighbours, without changing the order of a row. */
function place(rows: readonly (readonly Item[])[]): void {
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const side = sweep % 2 === 0 ? 'below' : 'above';
    for (const row of sweep % 2 === 0 ? rows : [...rows].reverse()) {
      const aims = row.map((one) => wanted(one, side));
      let end = Number.NEGATIVE_INFINITY;
      for (const [index, one] of row.entries()) {
        one.x = Math.max(aims[index] ?? 0, end + GAP + one.width / 2);
        end = one.x + one.width / 2;
      }
      const shift = row.reduce((sum, one, index) => sum + (aims[index] ?? 0) - one.x, 0) / row.length;
      for (const one of row) one.x += shift;
    }
  }
}
