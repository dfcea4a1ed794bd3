/** The settings as the code reads them: the types follow from the table. */
import { type SettingDefinition, settingsTable } from './table.ts';

export type SettingName = keyof typeof settingsTable;
export const settingDefinitions: Readonly<Record<SettingName, SettingDefinition>> = settingsTable;

type Value<D extends SettingDefinition> = D['type'] extends 'integer'
  ? number
  : D['type'] extends 'list'
    ? readonly string[]
    : D['type'] extends 'switch'
      ? boolean
      : D extends { choices: readonly (infer C)[] }
        ? C
        : D extends { default: string }
          ? string
          : string | undefined;

type Raw = { readonly [N in SettingName]: Value<(typeof settingsTable)[N]> };
export type Settings = Omit<Raw, 'PUBLIC_URL'> & { readonly PUBLIC_URL: string };
