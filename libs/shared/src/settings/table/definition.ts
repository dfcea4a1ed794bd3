/** What the table says of one setting. */
export interface SettingDefinition {
  /** `connection`: text that may hold somebody else's password; never shown, not ours to judge. */
  readonly type: 'text' | 'integer' | 'choice' | 'secret' | 'list' | 'switch' | 'url' | 'connection';
  /** Default as it would stand in the environment; undefined: not set. */
  readonly default?: string;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** Secrets: least length in bytes that production accepts. */
  readonly minBytes?: number;
  readonly meaning: string;
}
