/** One promise for all callers while it is pending. Pure: the caller owns the map. */
export function shared<T>(flights: Map<string, Promise<T>>, key: string, begin: () => Promise<T>): Promise<T> {
  const pending = flights.get(key);
  if (pending !== undefined) return pending;
  const flight = begin().finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
}
