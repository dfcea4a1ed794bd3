/** Waits until this process has nothing to do, so that the work of one step never runs into the next. */
import { progress } from './counts.ts';

/** Turns of the event loop without any work after which no more work is expected. */
const CALM_TURNS = 2;
const pause = globalThis.setTimeout;

/**
 * Resolves when nothing is unfinished and nothing new was done for a few turns of the event loop, a millisecond each.
 */
export async function quiet(): Promise<void> {
  let before = -1;
  for (let calm = 0; calm < CALM_TURNS; calm += 1) {
    await new Promise((resolve) => pause(resolve, 1));
    const { unfinished, steps } = progress();
    if (unfinished > 0 || steps !== before) calm = -1;
    before = steps;
  }
}
