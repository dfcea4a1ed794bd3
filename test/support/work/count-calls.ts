/** Counts the calls that a service handles for the others; each is unfinished work until its reply. */
import type { Operation } from '@countersign/shared/http/message';
import type { CreateService } from '@countersign/shared/runtime/build-service';
import { add, follow } from './counts.ts';

/** The same service, counting each of its operations, such as `issuer: calls answered`. */
export function countedCalls(name: string, create: CreateService): CreateService {
  const counted =
    (operation: Operation<never>): Operation<never> =>
    (...args) => {
      add(`${name}: calls answered`);
      return follow(operation(...args));
    };
  return (platform, surroundings) => {
    const made = create(platform, surroundings);
    // The gateway serves wallets and backends, whose calls are counted as requests.
    if (made.handle !== undefined) return made;
    const operations = Object.entries(made.service.operations).map(([key, operation]) => [key, counted(operation)]);
    return { ...made, service: { ...made.service, operations: Object.fromEntries(operations) } };
  };
}
