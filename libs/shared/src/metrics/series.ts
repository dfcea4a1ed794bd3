/** The series of a metric by the values of their labels: one map for each label, because a hash of all of them costs more than counting. */

export type Labels = Readonly<Record<string, string>>;

export interface Series<V> {
  /** The series of these labels; made where it is new. A label that is not given has an empty value. */
  of(labels: Labels): V;
  /** In the order of their beginning. */
  all(): readonly V[];
}

interface Level<V> {
  readonly next: Map<string, Level<V>>;
  series?: V;
}

/**
 * @param names of the labels of the metric
 * @param create makes the series of labels, once
 */
export function createSeries<V>(names: readonly string[], create: (labels: Labels) => V): Series<V> {
  const root: Level<V> = { next: new Map() };
  const all: V[] = [];
  const begin = (level: Level<V>, labels: Labels): V => {
    const series = create({ ...labels });
    level.series = series;
    all.push(series);
    return series;
  };
  return {
    of: (labels) => {
      let level = root;
      for (const name of names) level = levelOf(level, labels[name] ?? '');
      return level.series ?? begin(level, labels);
    },
    all: () => all,
  };
}

function levelOf<V>({ next }: Level<V>, value: string): Level<V> {
  const known = next.get(value);
  if (known !== undefined) return known;
  const made: Level<V> = { next: new Map() };
  next.set(value, made);
  return made;
}
