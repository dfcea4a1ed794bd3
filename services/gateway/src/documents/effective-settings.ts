/** `GET /settings`: what this process runs with, for administrators of the installation. Secrets are never shown. */
import type { Operation } from '@countersign/shared/http/message';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { type SettingName, type Settings, settingDefinitions } from '@countersign/shared/settings/settings';

export const VERSION = '0.0.1';
const LICENSE = 'Apache-2.0';
const MASK = '***';

/** @param environment variables that this process was started with */
export function effectiveSettings(settings: Settings, environment: Environment): Operation {
  const names = Object.keys(settingDefinitions) as SettingName[];
  const body = {
    version: VERSION,
    license: LICENSE,
    settings: names.map((name) => settingView(name, settings[name], environment[name])),
  };
  return async () => ({ body });
}

/** One setting: its value, masked if it may contain a secret, and its source. Pure. */
function settingView(name: SettingName, value: unknown, given: string | undefined): JsonObject {
  const { type, meaning } = settingDefinitions[name];
  const secret = type === 'secret' || type === 'connection';
  const source = given !== undefined && given !== '' ? 'environment' : value === undefined ? 'none' : 'default';
  const shown = value === undefined ? {} : { value: secret ? MASK : (value as Json) };
  return { name, ...shown, source, secret, meaning };
}
