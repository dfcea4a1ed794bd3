import type { ServiceName } from '../../kernel/service-name.ts';

/** One setting of the table. */
export interface SettingDefinition {
  /**
   * `connection`: text that may contain a password for another system; never shown, and its strength is not checked.
   */
  readonly type: 'text' | 'integer' | 'choice' | 'secret' | 'list' | 'switch' | 'url' | 'connection';
  /** Default, in the form of the environment; undefined: not set. */
  readonly default?: string;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** Secrets: least length in bytes that production accepts. */
  readonly minBytes?: number;
  /** Secrets: the separate services that read it. Every other one runs without it. Absent: all read it. */
  readonly readBy?: readonly ServiceName[];
  readonly meaning: string;
}
