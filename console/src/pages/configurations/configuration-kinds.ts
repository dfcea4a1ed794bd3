/** The kinds of configurations, and their API paths. */

export type ConfigurationKind = 'issuance' | 'presentation';

export const configurationKinds: readonly ConfigurationKind[] = ['issuance', 'presentation'];

/** The same paths for every caller. */
export const pathOfKind: Readonly<Record<ConfigurationKind, string>> = {
  issuance: '/issuer-management',
  presentation: '/presentation-management',
};

/** A configuration as the list has it. */
export interface Listed extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly source: 'file' | 'api';
  /** Why it is ignored. */
  readonly error?: readonly { readonly pointer: string; readonly detail: string }[];
  /** Errors of a configuration that is used anyway. */
  readonly findings?: readonly { readonly pointer: string; readonly detail: string }[];
}

export interface Configurations {
  readonly issuance: readonly Listed[];
  readonly presentation: readonly Listed[];
}
