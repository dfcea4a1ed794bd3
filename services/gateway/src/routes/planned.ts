/**
 * Operations that have a route and are not built yet: they answer 501, and the description says so. A test holds this
 * list against what the services really have.
 */
export const planned: ReadonlySet<string> = new Set(['status.entries', 'status.update']);
