/**
 * A table of checks: rows are checks in their order, columns are the kinds of requests. A check receives the results of the
 * checks above and returns its own; its input is frozen. A row that precedes a check whose result it needs, or is in a
 * column without that check, does not compile.
 */
import type { OperationRequest } from './message.ts';

/** The results that a check adds; none where it only refuses. */
type Added<Result> = Awaited<Result> extends object ? Awaited<Result> : unknown;

/** The columns whose rows so far provide all that a check needs. */
type Ready<Known, Needs> = { [Column in keyof Known]: Known[Column] extends Needs ? Column : never }[keyof Known];

export interface Row {
  /** Name of the function. */
  readonly check: string;
  readonly columns: readonly PropertyKey[];
}

/** The request that is checked, where the initial values have one: it takes the outcome of each check. */
interface Reporting {
  readonly request?: Pick<OperationRequest, 'checked'>;
}

/** `Start` and `Known`: for each column, the initial values, and the values after every row has passed. */
export interface CheckTable<Start, Known> {
  /** Adds a check below the others. */
  row<Needs, Result, Column extends Ready<Known, Needs>>(
    check: (known: Needs) => Result,
    ...columns: readonly Column[]
  ): CheckTable<Start, { [C in keyof Known]: C extends Column ? Known[C] & Added<Result> : Known[C] }>;
  /**
   * Runs the checks of a column from top to bottom.
   * @returns the initial values with the results of all checks
   * @throws the error of the first check that refuses
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
      const { request } = start as Reporting;
      let running = '';
      try {
        for (const { check, columns } of rows) {
          if (!columns.includes(column)) continue;
          running = check.name;
          const result = check(known as never);
          // Most checks only refuse: waiting and copying are for those that find something.
          const added = result instanceof Promise ? await result : result;
          if (typeof added === 'object') known = Object.freeze({ ...known, ...added });
          request?.checked?.(running, true);
        }
      } catch (error) {
        request?.checked?.(running, false);
        throw error;
      }
      return known as Known[typeof column];
    },
  };
}
