/** The tables of docs/explanation/benchmarks.md with the work of one flow: a row a figure, a column a flow. Pure. */

/** Flows per table. More would be too wide for a page. */
const WIDTH = 5;
const SERVICES = 'five services: ';

/**
 * @param work figures by flow, as in test/work/work.json
 * @param table creates a table from its head and rows
 */
export function workTable(work, table) {
  const flows = Object.keys(work).filter((flow) => !flow.startsWith(SERVICES));
  const parts = [];
  for (let from = 0; from < flows.length; from += WIDTH) {
    const shown = flows.slice(from, from + WIDTH);
    const rows = figuresOf(work, shown).map((figure) => [
      figure,
      ...shown.map((flow) => numberText(work[flow][figure])),
    ]);
    parts.push(table(['', ...shown], rows));
  }
  return parts.join('\n\n');
}

/** Flows in five services: all round trips, then each service's. */
export function servicesWorkTable(work, table) {
  const flows = Object.keys(work).filter((flow) => flow.startsWith(SERVICES));
  const figures = figuresOf(work, flows);
  const row = (figure, amount) => [figure, ...flows.map((flow) => numberText(amount(work[flow])))];
  const own = (figure) => row(figure, (counts) => counts[figure]);
  const all = (what) => row(`${what} of all services`, (counts) => sum(counts, `: ${what} `));
  const rows = [
    ...figures.filter((figure) => !isOfService(figure)).map(own),
    all('store'),
    all('bus'),
    all('cache'),
    ...figures.filter(isOfService).map(own),
  ];
  return table(['', ...flows.map((flow) => flow.slice(SERVICES.length))], rows);
}

function isOfService(figure) {
  return figure.includes(': ');
}

/** @returns undefined without any */
function sum(counts, part) {
  const found = Object.keys(counts).filter((figure) => `${figure} `.includes(part));
  return found.length === 0 ? undefined : found.reduce((total, figure) => total + counts[figure], 0);
}

function figuresOf(work, flows) {
  return [...new Set(flows.flatMap((flow) => Object.keys(work[flow])))].sort(byName);
}

function byName(a, b) {
  return a.localeCompare(b, 'en');
}

function numberText(number) {
  return number === undefined ? '' : number.toLocaleString('en');
}
