/** The tables of docs/benchmarks.md with the work of one flow: a row a figure, a column a flow. Pure. */

/** Flows of a table; more would not fit a page. */
const WIDTH = 5;

/**
 * @param work figures by flow, as in test/work/work.json
 * @param table makes a table of its head and rows
 */
export function workTable(work, table) {
  const flows = Object.keys(work);
  const parts = [];
  for (let from = 0; from < flows.length; from += WIDTH) {
    const shown = flows.slice(from, from + WIDTH);
    const figures = [...new Set(shown.flatMap((flow) => Object.keys(work[flow])))].sort(byName);
    const rows = figures.map((figure) => [figure, ...shown.map((flow) => numberText(work[flow][figure]))]);
    parts.push(table(['', ...shown], rows));
  }
  return parts.join('\n\n');
}

function byName(a, b) {
  return a.localeCompare(b, 'en');
}

function numberText(number) {
  return number === undefined ? '' : number.toLocaleString('en');
}
