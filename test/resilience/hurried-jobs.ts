/** Preloaded into the server of a test (`node --import`): what waits for exactly a minute, as jobs do, waits for a moment. */
const MINUTE = 60_000;
const MOMENT = 100;

const original = globalThis.setTimeout;
const hurried = (...[handler, delay, ...given]: Parameters<typeof original>): NodeJS.Timeout =>
  original(handler, delay === MINUTE ? MOMENT : delay, ...given);
globalThis.setTimeout = Object.assign(hurried, original);
