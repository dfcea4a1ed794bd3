/** Variables that are almost a setting: usually a mistyped name, whose value would silently have no effect. */
import { didYouMean } from '../kernel/nearest-name.ts';
import type { SettingsFindings } from './settings-findings.ts';

type Environment = SettingsFindings['given'];

/** A warning for each unknown variable whose name is one or two letters from a setting's. */
export function mistypedSettings(env: Environment, known: readonly string[]): readonly string[] {
  const names = new Set(known);
  return Object.keys(env).flatMap((name) => {
    if (names.has(name) || env[name] === undefined) return [];
    const meant = didYouMean(name, known);
    return meant === '' ? [] : [`${name} is not a setting and has no effect${meant}`];
  });
}
