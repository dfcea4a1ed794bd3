/**
 * A table of checks: rows are checks, in order; columns are the kinds of requests. A check receives the results of the
 * checks above and returns its own, or false if it has nothing to check: then it isn't reported. Its input is frozen. A
 * row that precedes a check whose result it needs, or is in a column without that check, does not compile.
 */
import type { Reports } from './reports.ts';

/** The results that a check adds; none if it only refuses. */
type Added<Result> = Awaited<Result> extends object ? Awaited<Result> : unknown;

/** The columns whose rows so far provide all that a check needs. */
type Ready<Known, Needs> = { [Column in keyof Known]: Known[Column] extends Needs ? Column : never }[keyof Known];

export interface Row {
  /** Name of the function. */
  readonly check: string;
  readonly columns: readonly PropertyKey[];
}

/** Every initial value includes the reports, which receive the outcome of each check. */
export interface Reporting {
  readonly reports: Pick<Reports, 'checks'>;
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
  /** The same, synchronously. @throws also TypeError for a check that waits */
  runNow<Column extends keyof Start & keyof Known>(column: Column, start: Start[Column]): Known[Column];
  readonly rows: readonly Row[];
}

interface AnyRow {
  readonly check: (known: never) => unknown;
  readonly columns: readonly PropertyKey[];
}

/** A table without rows. */
export function checkTable<Start extends { readonly [Column in keyof Start]: Reporting }>(): CheckTable<Start, Start> {
  return withRows([]);
}

function withRows<Start, Known>(rows: readonly AnyRow[]): CheckTable<Start, Known> {
  return {
    rows: rows.map(({ check, columns }) => ({ check: check.name, columns })),
    row: (check, ...columns) => withRows([...rows, { check, columns }]),
    run: async (column, start) => {
      let known = begin(start);
      for (const { check, columns } of rows) {
        if (!columns.includes(column)) continue;
        const next = knownAfter(check, known);
        // Most checks only refuse. Only checks that look something up wait.
        known = next instanceof Promise ? await next : next;
      }
      return known as Known[typeof column];
    },
    runNow: (column, start) => {
      let known = begin(start);
      for (const { check, columns } of rows) {
        if (!columns.includes(column)) continue;
        known = knownAfter(check, known);
        if (known instanceof Promise) throw new TypeError(`${check.name} waits`);
      }
      return known as Known[typeof column];
    },
  };
}

/** @returns the known values after a check; a promise if the check waits */
function knownAfter(check: AnyRow['check'], known: unknown): unknown {
  try {
    const result = check(known as never);
    if (!(result instanceof Promise)) return passed(known, check.name, result);
    return result.then(
      (later) => passed(known, check.name, later),
      (error) => {
        throw refused(known, check.name, error);
      },
    );
  } catch (error) {
    throw refused(known, check.name, error);
  }
}

function begin(start: unknown): unknown {
  return Object.freeze(Object.assign({}, start));
}

/** @returns the known values with a check's result */
function passed(known: unknown, check: string, result: unknown): unknown {
  if (result === false) return known;
  (known as Reporting).reports.checks.push({ check, ok: true });
  // Most checks find nothing to add. Object.assign copies a frozen object twice as fast as a spread.
  return typeof result === 'object' ? Object.freeze(Object.assign({}, known, result)) : known;
}

function refused(known: unknown, check: string, error: unknown): unknown {
  (known as Reporting).reports.checks.push({ check, ok: false });
  return error;
}
