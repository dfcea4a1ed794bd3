/** The tables of docs/scaling.md, from measured figures. Pure, and the same at each run. */
import { type SimulationResult, simulateQueues } from '../queues/simulate-queues.ts';
import { modelOf, separateServices } from './flow-models.ts';
import { type FlowName, type Measured, type MeasuredPoint, pointOf } from './measured.ts';
import { type Choices, LIST_SIZE, type Plan, planFor, planLists, SERVICES } from './plan.ts';

/** The choices of the tables. */
export const choices: Choices = {
  ...{ utilisation: 0.6, spare: 1, webhook: 0.2, webhooksAtOnce: 8 },
  // The defaults of SESSION_TTL and AUDIT_RETENTION.
  daysKept: { sessions: 1, eventLog: 1, audit: 400 },
  storeFactor: 2,
};
/** Flows a second. */
export const RATES = [100, 1000, 10_000] as const;
/** Credentials whose status is kept. */
export const CREDENTIALS = [1_000_000, 100_000_000, 1_000_000_000] as const;
const FLOWS: readonly FlowName[] = ['issuance', 'presentation'];
const SEED = 1;

/** Blocks of the document by their names. */
export function scalingTables(measured: Measured, tokenBytes: number): Readonly<Record<string, string>> {
  return {
    measured: machineText(measured),
    costs: costTable(measured),
    checked: checkedTable(measured),
    ...Object.fromEntries(FLOWS.map((flow) => [flow, planTable(measured, flow)])),
    simulated: simulatedTable(measured),
    lists: listTable(measured, tokenBytes),
  };
}

function machineText({ machine, cores, node, commit, date }: Measured): string {
  return `Measured on ${date}, commit ${commit}, Node ${node}, ${cores} cores (${machine}), everything on the same cores.`;
}

/** What a flow costs in five services. */
function costTable(measured: Measured): string {
  const rows = FLOWS.map((flow) => {
    const { cpu } = pointOf(measured, 'five services', flow, 32);
    const { requests, storeReads, storeWrites, events, received, sent, stored } = measured.flows[flow];
    const bytes = Object.entries(stored).map(([name, size]) => `${name} ${number(size)}`);
    return [
      flow,
      ...SERVICES.map((service) => (cpu[service] ?? 0).toFixed(2)),
      `${requests}`,
      `${storeReads} and ${storeWrites}`,
      `${events}`,
      `${number(received)} and ${number(sent)}`,
      bytes.join(', '),
    ];
  });
  const heads = ['requests', 'store reads and writes', 'events', 'bytes received and sent', 'bytes stored'];
  return table(['a flow', ...SERVICES.map((service) => `${service}, ms`), ...heads], rows);
}

/** The simulation against each measured point. */
function checkedTable(measured: Measured): string {
  const rows = measured.points.map((point) => {
    const simulated = simulateQueues({
      ...modelOf(point, measured),
      ...{ arrivals: { clients: point.clients }, flows: 2000, seed: SEED },
    });
    const ratio = (of: (one: Pick<SimulationResult, 'perSecond' | 'p50' | 'p99'>) => number): string =>
      (of(simulated) / of(point)).toFixed(2);
    const both = (of: (one: Pick<SimulationResult, 'perSecond' | 'p50' | 'p99'>) => number): string =>
      `${of(point).toFixed(0)}, ${of(simulated).toFixed(0)} (${ratio(of)})`;
    return [
      `${point.shape}, ${point.flow}`,
      `${point.clients}`,
      both(({ perSecond }) => perSecond),
      both(({ p50 }) => p50),
      both(({ p99 }) => p99),
    ];
  });
  return table(['measured, simulated (ratio)', 'c', 'flows/s', 'p50, ms', 'p99, ms'], rows);
}

function planTable(measured: Measured, flow: FlowName): string {
  const plans = RATES.map((rate) => planFor(measured, flow, rate, choices));
  const row = (name: string, of: (plan: Plan) => string): readonly string[] => [name, ...plans.map(of)];
  return table(
    ['', ...RATES.map((rate) => `${number(rate)} a second`)],
    [
      ...SERVICES.map((service) => row(`replicas of ${service}`, ({ replicas }) => number(replicas[service]))),
      row('cores at work', ({ cores }) => number(cores)),
      row('store, reads a second', ({ storeReads }) => number(storeReads)),
      row('store, writes a second', ({ storeWrites }) => number(storeWrites)),
      row('events a second', ({ events }) => number(events)),
      row('partitions of a topic', ({ partitions }) => number(partitions)),
      row('Mbit/s received and sent', ({ received, sent }) => `${number(received)} and ${number(sent)}`),
      row('GB that are erased by age', ({ kept }) => number(kept)),
      row('GB a year that stay for good', ({ keptForGood }) => number(keptForGood)),
    ],
  );
}

/** What the planned replicas do at their rate, each with a core of its own: all of them, and without the spare ones. */
function simulatedTable(measured: Measured): string {
  const rows = FLOWS.flatMap((flow) =>
    [100, 1000].map((rate) => {
      const point = pointOf(measured, 'five services', flow, 32);
      const { replicas } = planFor(measured, flow, rate, choices);
      const simulated = (missing: number): SimulationResult =>
        simulatePlan(measured, point, rate, (service) => ofService(replicas, service) - missing);
      const [all, less] = [simulated(0), simulated(choices.spare)];
      const busiest = Math.max(...SERVICES.map((service) => less.busy.get(service) ?? 0));
      return [
        `${flow}, ${number(rate)} a second`,
        ...[`${all.p50.toFixed(0)} and ${all.p99.toFixed(0)}`, `${less.p50.toFixed(0)} and ${less.p99.toFixed(0)}`],
        `${(busiest * 100).toFixed(0)} %`,
      ];
    }),
  );
  const heads = ['p50 and p99, ms', `without ${choices.spare} of each`, 'busiest service then'];
  return table(['', ...heads], rows);
}

function ofService(replicas: Readonly<Record<string, number>>, service: string): number {
  return replicas[service] ?? 1;
}

/** Engines and clients are as many as needed: this looks at our services alone. */
function simulatePlan(
  measured: Measured,
  point: MeasuredPoint,
  rate: number,
  replicas: (service: string) => number,
): SimulationResult {
  const { stations, flow } = separateServices(point, measured.flows[point.flow], replicas);
  const own = new Set<string>(SERVICES);
  return simulateQueues({
    stations: stations.map((station) =>
      own.has(station.name) ? station : { ...station, servers: Number.MAX_SAFE_INTEGER, kind: 'wait' },
    ),
    ...{ flow, arrivals: { rate }, flows: 5000, seed: SEED },
  });
}

function listTable(measured: Measured, tokenBytes: number): string {
  const plans = CREDENTIALS.map((count) => planLists(measured, count, choices, tokenBytes));
  return table(
    ['credentials', `lists of ${number(LIST_SIZE)}`, 'GB of entries', 'MB in each replica of status'],
    plans.map(({ credentials, lists, entries, memory }) => [
      ...[number(credentials), number(lists)],
      ...[number(entries), number(memory)],
    ]),
  );
}

function number(value: number): string {
  const rounded = value >= 100 || Number.isInteger(value) ? Math.round(value) : Number(value.toPrecision(2));
  return rounded.toLocaleString('en-US');
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
