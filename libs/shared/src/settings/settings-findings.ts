/** Problems and warnings of the settings. */

/** What is found while the settings are read. */
export interface SettingsFindings {
  readonly problems: string[];
  readonly warnings: string[];
  readonly production: boolean;
}

/** A value as it is read, before all are checked together. */
export type RawValue = string | number | boolean | readonly string[] | undefined;

/** Adds what production refuses: a problem there, a warning elsewhere. */
export function addProductionFinding(findings: SettingsFindings, text: string): void {
  (findings.production ? findings.problems : findings.warnings).push(text);
}
