/**
 * Every setting in one table: name, default, unit, range, meaning. `docs/reference/configuration.md` is generated from it.
 * Settings are read once, at the start; a bad environment stops it with the list of all problems.
 */
import type { SettingDefinition } from './table/definition.ts';
import { engineSettings } from './table/engines.ts';
import { flowSettings } from './table/flows.ts';
import { processSettings } from './table/process.ts';
import { signerSettings } from './table/signers.ts';

export type { SettingDefinition };

export const settingsTable = {
  ...processSettings,
  ...engineSettings,
  ...flowSettings,
  ...signerSettings,
} as const satisfies Record<string, SettingDefinition>;
