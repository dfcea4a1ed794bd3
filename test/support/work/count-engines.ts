/**
 * Counts one service's calls of its store, bus and cache, under its name: in five services each of them is a round
 * trip.
 */
import type { Engines } from '@countersign/shared/runtime/engines';
import { add } from './counts.ts';

/** Not work of a flow. */
const OTHER: ReadonlySet<string> = new Set(['ping', 'close', 'start', 'stop', 'subscribe']);

/** The same engines, counting each operation, such as `issuer: store get sessions`. */
export function countedEngines(service: string, engines: Engines): Engines {
  const { store, bus, cache } = engines;
  return {
    ...engines,
    store: counted(`${service}: store`, store),
    cache: counted(`${service}: cache`, cache),
    ...(bus && { bus: counted(`${service}: bus`, bus) }),
  };
}

function counted<T extends object>(place: string, engine: T): T {
  return new Proxy(engine, {
    get: (target, name) => {
      const operation: unknown = Reflect.get(target, name, target);
      if (typeof operation !== 'function' || OTHER.has(String(name))) return operation;
      return (...args: unknown[]) => {
        add(`${place} ${String(name)} ${aboutOf(args[0])}`.trimEnd());
        return Reflect.apply(operation, target, args);
      };
    },
  });
}

/** The collection of a store operation, or the topic of a message; the key of a mark is random. */
function aboutOf(first: unknown): string {
  if (typeof first === 'object' && first !== null && 'name' in first) return String(first.name);
  return typeof first === 'string' && TOPIC.test(first) ? first : '';
}

const TOPIC = /^[a-z]+(-[a-z]+)*$/;
