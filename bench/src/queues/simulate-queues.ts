/**
 * A simulation of queues. A flow visits stations one after the other: event loops, threads of an engine, a disk that commits.
 * A station serves in the order of arrival. All times are milliseconds.
 */
import { seeded } from '@countersign/test/fault/seeded';
import { createEventHeap } from './event-heap.ts';
import { exponential, type RandomNumbers, serviceTime } from './random.ts';

export interface Station {
  readonly name: string;
  /** Visits that are served at once: replicas of a service, threads of an engine. */
  readonly servers: number;
  /**
   * `processor`: a visit needs one of the machine's cores. `wait`: it needs none, such as a network or a webhook. `commit`: it
   * needs none, and one visit serves all that wait when it begins, as a synced commit of several writes does.
   */
  readonly kind: 'processor' | 'wait' | 'commit';
}

/** One visit of a flow. `milliseconds`: mean time of service, without waiting. */
export interface Visit {
  readonly station: string;
  readonly milliseconds: number;
}

export interface FlowModel {
  readonly visits: readonly Visit[];
  /** Work that the flow leads to when it has ended: the client does not wait for it. */
  readonly afterwards?: readonly Visit[];
}

/** `clients`: each begins a flow when its last one has ended. `rate`: flows a second, which begin at random times. */
export type Arrivals = { readonly clients: number } | { readonly rate: number };

export interface Simulated {
  readonly stations: readonly Station[];
  /** Cores that all stations share; without it each server has its own. */
  readonly cores?: number;
  readonly flow: FlowModel;
  readonly arrivals: Arrivals;
  /** Flows that are counted, after a tenth of this number that is not. */
  readonly flows: number;
  readonly seed: number;
}

export interface SimulationResult {
  readonly perSecond: number;
  /** Milliseconds of whole flows. */
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of the time in which a server of the station was at work, from 0 to 1. */
  readonly busy: ReadonlyMap<string, number>;
}

interface Job {
  readonly began: number;
  readonly visits: readonly Visit[];
  next: number;
  /** Order of arrival at the present station. */
  arrived: number;
}

interface StationState extends Station {
  readonly waiting: Job[];
  working: number;
  busy: number;
}

type Event =
  | { readonly kind: 'arrival' }
  | { readonly kind: 'served'; readonly at: StationState; readonly jobs: readonly Job[] };

/** @throws RangeError where a flow visits a station that there is not, or arrivals would never be served */
export function simulateQueues(given: Simulated): SimulationResult {
  return new Simulation(given).run();
}

class Simulation {
  readonly #given: Simulated;
  readonly #random: RandomNumbers;
  readonly #stations: ReadonlyMap<string, StationState>;
  readonly #events = createEventHeap<Event>();
  readonly #latencies: number[] = [];
  readonly #warmUp: number;
  #now = 0;
  #arrivals = 0;
  #coresFree: number;
  #ended = 0;
  #countedFrom = 0;

  constructor(given: Simulated) {
    this.#given = given;
    this.#random = seeded(given.seed);
    const states = given.stations.map((station): StationState => ({ ...station, waiting: [], working: 0, busy: 0 }));
    this.#stations = new Map(states.map((state) => [state.name, state]));
    this.#coresFree = given.cores ?? Number.POSITIVE_INFINITY;
    this.#warmUp = Math.ceil(given.flows / 10);
    for (const visit of [...given.flow.visits, ...(given.flow.afterwards ?? [])]) this.#station(visit);
  }

  run(): SimulationResult {
    const { arrivals, flows } = this.#given;
    if ('clients' in arrivals) for (let n = 0; n < arrivals.clients; n += 1) this.#begin();
    else this.#planArrival(arrivals.rate);
    while (this.#ended < this.#warmUp + flows) {
      const event = this.#events.next();
      if (event === undefined) throw new RangeError('No flow is under way, and none arrives');
      this.#now = event.at;
      if (event.value.kind === 'served') this.#served(event.value);
      else if ('rate' in arrivals) {
        this.#begin();
        this.#planArrival(arrivals.rate);
      }
    }
    return this.#result();
  }

  #planArrival(rate: number): void {
    this.#events.add(this.#now + exponential(1000 / rate, this.#random), { kind: 'arrival' });
  }

  #begin(): void {
    this.#arrive({ began: this.#now, visits: this.#given.flow.visits, next: 0, arrived: 0 });
  }

  #arrive(job: Job): void {
    const visit = job.visits[job.next];
    if (visit === undefined) {
      this.#end(job);
      return;
    }
    job.arrived = this.#arrivals;
    this.#arrivals += 1;
    const station = this.#station(visit);
    station.waiting.push(job);
    this.#serve(station);
  }

  /** Begins what can begin at a station. */
  #serve(station: StationState): void {
    while (station.waiting.length > 0 && station.working < station.servers) {
      if (station.kind === 'processor') {
        if (this.#coresFree < 1) return;
        this.#coresFree -= 1;
      }
      const jobs = station.waiting.splice(0, station.kind === 'commit' ? station.waiting.length : 1);
      const [first] = jobs;
      const mean = first?.visits[first.next]?.milliseconds ?? 0;
      const time = serviceTime(mean, this.#random);
      station.working += 1;
      station.busy += time;
      this.#events.add(this.#now + time, { kind: 'served', at: station, jobs });
    }
  }

  #served({ at: station, jobs }: { readonly at: StationState; readonly jobs: readonly Job[] }): void {
    // A commit ends for all its visits at once: the next one begins when all of them have moved on.
    for (const job of jobs) {
      job.next += 1;
      this.#arrive(job);
    }
    station.working -= 1;
    if (station.kind === 'processor') this.#coresFree += 1;
    this.#serveLongestWaiting();
    this.#serve(station);
  }

  /** A core became free: of all stations that wait for one, the visit that arrived first. */
  #serveLongestWaiting(): void {
    // With a core for each server no visit waits for one.
    if (this.#given.cores === undefined) return;
    while (this.#coresFree >= 1) {
      const first = this.#longestWaiting();
      if (first === undefined) return;
      this.#serve(first);
    }
  }

  #longestWaiting(): StationState | undefined {
    let found: StationState | undefined;
    let arrived = Number.POSITIVE_INFINITY;
    for (const station of this.#stations.values()) {
      const [first] = station.waiting;
      if (station.kind !== 'processor' || first === undefined || station.working >= station.servers) continue;
      if (first.arrived >= arrived) continue;
      found = station;
      ({ arrived } = first);
    }
    return found;
  }

  #end(job: Job): void {
    const { flow, arrivals } = this.#given;
    if (job.visits !== flow.visits) return;
    this.#ended += 1;
    if (this.#ended === this.#warmUp) this.#countFromNow();
    else if (this.#ended > this.#warmUp) this.#latencies.push(this.#now - job.began);
    if (flow.afterwards !== undefined) this.#arrive({ ...job, visits: flow.afterwards, next: 0 });
    if ('clients' in arrivals) this.#begin();
  }

  #countFromNow(): void {
    this.#countedFrom = this.#now;
    for (const station of this.#stations.values()) station.busy = 0;
  }

  #station({ station }: Visit): StationState {
    const found = this.#stations.get(station);
    if (found === undefined) throw new RangeError(`A flow visits ${station}, which is no station`);
    return found;
  }

  #result(): SimulationResult {
    const seconds = (this.#now - this.#countedFrom) / 1000;
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    const busy = [...this.#stations.values()].map(
      (station) => [station.name, station.busy / 1000 / seconds / station.servers] as const,
    );
    const mean = sorted.reduce((sum, time) => sum + time, 0) / sorted.length;
    return { perSecond: sorted.length / seconds, mean, p50: at(0.5), p99: at(0.99), busy: new Map(busy) };
  }
}
