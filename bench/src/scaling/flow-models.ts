/** Flows as visits to the stations of a machine, made from measured CPU and counted operations. */
import type { FlowModel, Simulated, Station, Visit } from '../queues/simulate-queues.ts';
import type { FlowFacts, FlowName, Measured, MeasuredPoint } from './measured.ts';

/** The stations and the flow of a measured point; the arrivals are added. */
export type Modelled = Pick<Simulated, 'stations' | 'flow'>;

/** Threads of an engine that work at once. */
const ENGINE_THREADS = 4;

/**
 * One process: the client, the main thread, other threads (those of the store and of garbage collection), and the disk, on which
 * writes that wait share a commit. The flow's CPU is spread over its requests evenly.
 */
export function oneProcess({ clientCpu, cpu }: MeasuredPoint, facts: FlowFacts, commit: number): Modelled {
  const { requests, storeWrites } = facts;
  const main = cpu['main thread'] ?? 0;
  const others = cpu['other threads'] ?? 0;
  const visits = Array.from({ length: requests }, (_, number): readonly Visit[] => [
    { station: 'client', milliseconds: clientCpu / requests },
    { station: 'main thread', milliseconds: main / requests / 2 },
    ...commitsOf(number, requests, storeWrites).flatMap((): readonly Visit[] => [
      { station: 'other threads', milliseconds: others / storeWrites },
      { station: 'disk', milliseconds: commit },
    ]),
    { station: 'main thread', milliseconds: main / requests / 2 },
  ]);
  return {
    stations: [
      { name: 'client', servers: 1, kind: 'processor' },
      { name: 'main thread', servers: 1, kind: 'processor' },
      { name: 'other threads', servers: ENGINE_THREADS, kind: 'processor' },
      { name: 'disk', servers: 1, kind: 'commit' },
    ],
    flow: { visits: visits.flat() },
  };
}

/** The writes of this request: all writes of the flow, spread over its requests. */
function commitsOf(number: number, requests: number, writes: number): readonly number[] {
  const before = Math.floor((number * writes) / requests);
  const after = Math.floor(((number + 1) * writes) / requests);
  return Array.from({ length: after - before }, (_, n) => n);
}

/** The service that does the main work of a flow. */
const mainService: Readonly<Record<FlowName, string>> = { issuance: 'issuer', presentation: 'verifier' };
/** What works when the client has its answer already. */
const AFTERWARDS: ReadonlySet<string> = new Set(['webhook-dispatcher', '(kafka)', '(redis)']);

/**
 * Separate services: each request goes through the gateway to the main service of the flow, whose operations on the store wait for
 * it. The other services have their CPU in the last request of the flow.
 * @param replicas of each service
 */
export function separateServices(
  { clientCpu, cpu, flow }: MeasuredPoint,
  { requests, storeReads, storeWrites }: FlowFacts,
  replicas: (service: string) => number,
): Modelled {
  const main = mainService[flow];
  const operations = storeReads + storeWrites;
  const store = '(mongodb)';
  const share = (name: string, parts: number): number => (cpu[name] ?? 0) / parts;
  const request = (number: number): readonly Visit[] => [
    { station: 'client', milliseconds: clientCpu / requests },
    { station: 'gateway', milliseconds: share('gateway', 2 * requests) },
    { station: main, milliseconds: share(main, 2 * requests) },
    ...commitsOf(number, requests, operations).map(
      (): Visit => ({ station: store, milliseconds: share(store, operations) }),
    ),
    { station: main, milliseconds: share(main, 2 * requests) },
    { station: 'gateway', milliseconds: share('gateway', 2 * requests) },
  ];
  const names = Object.keys(cpu);
  const others = names.filter((name) => ![main, 'gateway', store].includes(name));
  const once = (name: string): Visit => ({ station: name, milliseconds: share(name, 1) });
  const visits = Array.from({ length: requests }, (_, number) => request(number)).flat();
  const model: FlowModel = {
    visits: [...visits, ...others.filter((name) => !AFTERWARDS.has(name)).map(once)],
    afterwards: others.filter((name) => AFTERWARDS.has(name)).map(once),
  };
  const station = (name: string): Station => ({
    name,
    servers: name.startsWith('(') ? ENGINE_THREADS : replicas(name),
    kind: 'processor',
  });
  return { stations: [{ name: 'client', servers: 1, kind: 'processor' }, ...names.map(station)], flow: model };
}

/** The model of a measured point, everything on the cores of its machine. */
export function modelOf(point: MeasuredPoint, measured: Measured): Modelled & Pick<Simulated, 'cores'> {
  const facts = measured.flows[point.flow];
  const model =
    point.shape === 'one process'
      ? oneProcess(point, facts, measured.commitMilliseconds)
      : separateServices(point, facts, () => 1);
  return { ...model, cores: measured.cores };
}
