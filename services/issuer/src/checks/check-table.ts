/**
 * A table of checks: rows are checks in their order, columns are the ways through the endpoints. A check gets what is known
 * when it runs and returns what it found out; it can't write into anything. A row that stands above what it needs, or in a
 * column that never finds it out, does not compile.
 */

/** What a check adds to what is known; nothing where it only refuses. */
type Added<Result> = Awaited<Result> extends object ? Awaited<Result> : unknown;

/** The columns whose rows so far find out all that a check needs. */
type Ready<Known, Needs> = { [Column in keyof Known]: Known[Column] extends Needs ? Column : never }[keyof Known];

export interface Row {
  /** Name of the function. */
  readonly check: string;
  readonly columns: readonly PropertyKey[];
}

/** `Start` and `Known`: by column, what a request begins with, and what is known when every row has let it pass. */
export interface CheckTable<Start, Known> {
  /** The table with one more check below the others. */
  row<Needs, Result, Column extends Ready<Known, Needs>>(
    check: (known: Needs) => Result,
    ...columns: readonly Column[]
  ): CheckTable<Start, { [C in keyof Known]: C extends Column ? Known[C] & Added<Result> : Known[C] }>;
  /**
   * Runs the checks of a column from top to bottom.
   * @returns what is known then
   * @throws what the first check that refuses throws
   */
  run<Column extends keyof Start & keyof Known>(column: Column, start: Start[Column]): Promise<Known[Column]>;
  readonly rows: readonly Row[];
}

interface AnyRow {
  readonly check: (known: never) => unknown;
  readonly columns: readonly PropertyKey[];
}

/** A table without rows. */
export function checkTable<Start>(): CheckTable<Start, Start> {
  return withRows([]);
}

function withRows<Start, Known>(rows: readonly AnyRow[]): CheckTable<Start, Known> {
  return {
    rows: rows.map(({ check, columns }) => ({ check: check.name, columns })),
    row: (check, ...columns) => withRows([...rows, { check, columns }]),
    run: async (column, start) => {
      let known = Object.freeze({ ...start });
      for (const { check, columns } of rows) {
        if (columns.includes(column)) known = Object.freeze(Object.assign({}, known, await check(known as never)));
      }
      return known as Known[typeof column];
    },
  };
}
