/** Variables that are almost a setting: mostly a mistyped name, whose value would have no effect without a word. */
import { didYouMean } from '../kernel/nearest-name.ts';
import type { SettingsFindings } from './settings-findings.ts';

type Environment = SettingsFindings['given'];

/** A warning for each variable that no setting has and whose name is one or two letters from that of a setting. */
export function mistypedSettings(env: Environment, known: readonly string[]): readonly string[] {
  const names = new Set(known);
  return Object.keys(env).flatMap((name) => {
    if (names.has(name) || env[name] === undefined) return [];
    const meant = didYouMean(name, known);
    return meant === '' ? [] : [`${name} is not a setting and has no effect${meant}`];
  });
}
