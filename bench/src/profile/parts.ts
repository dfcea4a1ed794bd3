/** From a CPU profile of a server to the cost of its parts. Pure. */
import type { PartName } from '../results/result.ts';

export interface WorkProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
  /** CPU of the whole process during the profile, milliseconds. */
  readonly cpu: number;
  /** CPU of its main thread, milliseconds. */
  readonly main: number;
}

export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[] | undefined;
}

/** The parts in a profile; cryptography is counted, and `rest` is the remainder. */
export type ProfiledPart = Exclude<PartName, 'cryptography' | 'rest'>;

/** Parts of the main thread. */
const ON_MAIN = ['store', 'HTTP', 'JSON', 'garbage collection', 'service code'] as const;
type MainPart = (typeof ON_MAIN)[number];

/** The part that a sample belongs to; `idle` and `profiler` are not the server's work. */
type Place = MainPart | 'cryptography' | 'other' | 'idle' | 'profiler';

/** Parts by address of the source, first match. */
const SOURCES: readonly (readonly [RegExp, Place])[] = [
  [/\/bench\/dist\/profile\/profile-work\.js$|^node:inspector$/, 'profiler'],
  [/\/libs\/shared\/dist\/src\/store\//, 'store'],
  [/\/node_modules\/(?:lmdb|msgpackr|ordered-binary|weak-lru-cache|mongodb|bson)\//, 'store'],
  [/^node:internal\/crypto\/|\/node_modules\/jose\//, 'cryptography'],
  [/^node:(?:_http|http|net$|internal\/http|internal\/stream|internal\/net|_stream|stream)/, 'HTTP'],
  [/\/libs\/shared\/dist\/src\/http\/|\/services\/gateway\/dist\/src\/edge\//, 'HTTP'],
  [/\/node_modules\/(?:express|router|undici|body-parser|send|finalhandler|path-to-regexp)\//, 'HTTP'],
  [/\/(?:libs|services)\/[^/]+\/dist\/|\/node_modules\//, 'service code'],
];

/** Share of each part in the CPU of the process, 0 to 1: its time on the main thread, of the CPU of that thread. */
export function partShares(profile: WorkProfile): Readonly<Record<ProfiledPart, number>> {
  const times = timesByPlace(profile);
  const busy = [...times].reduce((sum, [place, time]) => (isWork(place) ? sum + time : sum), 0);
  const main = profile.cpu === 0 ? 0 : Math.min(1, profile.main / profile.cpu);
  // The profiler samples by the clock, so a busy machine lengthens all parts equally.
  const share = (part: MainPart): number => (busy === 0 ? 0 : ((times.get(part) ?? 0) / busy) * main);
  const onMain = Object.fromEntries(ON_MAIN.map((part) => [part, share(part)])) as Record<MainPart, number>;
  return { ...onMain, 'other threads': 1 - main };
}

/**
 * Cost of each part, milliseconds a flow; their sum is the CPU of a flow.
 * @param cpu of a flow, milliseconds
 * @param floor of its cryptography, milliseconds
 */
export function partsOf(
  cpu: number,
  floor: number,
  shares: Readonly<Record<ProfiledPart, number>>,
): Readonly<Record<PartName, number>> {
  const cryptography = Math.min(floor, cpu);
  const profiled = Object.fromEntries(Object.entries(shares).map(([part, share]) => [part, share * cpu]));
  const { 'other threads': others = 0, ...onMain } = profiled;
  const room = Math.max(0, cpu - cryptography - Object.values(onMain).reduce((sum, part) => sum + part, 0));
  // Signatures that run on other threads are in the floor already.
  const threads = Math.min(others, room);
  const parts = { ...onMain, 'other threads': threads } as Record<ProfiledPart, number>;
  return { cryptography, ...parts, rest: room - threads };
}

function isWork(place: Place): boolean {
  return place !== 'idle' && place !== 'profiler';
}

/** Microseconds of each place. */
function timesByPlace({ nodes, samples, timeDeltas }: WorkProfile): ReadonlyMap<Place, number> {
  const places = placesOf(nodes);
  const times = new Map<Place, number>();
  samples.forEach((id, index) => {
    const place = places.get(id) ?? 'other';
    times.set(place, (times.get(place) ?? 0) + (timeDeltas[index] ?? 0));
  });
  return times;
}

/** The part of each node, from its source. A native function belongs to its caller's part. */
function placesOf(nodes: readonly ProfileNode[]): ReadonlyMap<number, Place> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const places = new Map<number, Place>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const placeOf = (id: number | undefined): Place => {
    const node = id === undefined ? undefined : byId.get(id);
    if (node === undefined) return 'other';
    const known = places.get(node.id);
    if (known !== undefined) return known;
    const place = ownPlace(node) ?? placeOf(parents.get(node.id));
    places.set(node.id, place);
    return place;
  };
  for (const { id } of nodes) placeOf(id);
  return places;
}

/** Undefined for a native function. */
function ownPlace({ callFrame: { functionName, url } }: ProfileNode): Place | undefined {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(idle)') return 'idle';
  if (functionName === 'parseJson' || functionName === 'stringifyJson') return 'JSON';
  if (url === '') return undefined;
  return SOURCES.find(([source]) => source.test(url))?.[1] ?? 'other';
}
