/** German warnings, which come with a configuration or a dry run. */
import { byName } from './by-name.ts';
import { stopLines, warningLines } from './de-warnings.ts';

/** By the code of the warning. */
export const germanWarnings = byName(warningLines);

/** By the English explanation of a dry run's stop. */
export const germanStops = byName(stopLines);
