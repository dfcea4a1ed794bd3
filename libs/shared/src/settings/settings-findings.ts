/** Problems and warnings of the settings. */
import type { ServiceName } from '../kernel/service-name.ts';

/** Collected while the settings are read. */
export interface SettingsFindings {
  readonly problems: string[];
  readonly warnings: string[];
  readonly production: boolean;
  /** The separate service to start; undefined: all in one process. */
  readonly service?: ServiceName | undefined;
  /** The environment: tells a setting that was given from a default. */
  readonly given: Readonly<Record<string, string | undefined>>;
}

/** A parsed value, before the values are checked together. */
export type RawValue = string | number | boolean | readonly string[] | undefined;

/** Adds an error in production, and a warning elsewhere. */
export function addProductionFinding(findings: SettingsFindings, text: string): void {
  (findings.production ? findings.problems : findings.warnings).push(text);
}
