/** A flow configuration in the list: working, or broken with its errors. */

import type { OperationRequest } from '../http/message.ts';
import { isoTime } from '../kernel/clock.ts';
import type { FieldError } from '../kernel/errors.ts';
import { isObject, type Json, type JsonObject } from '../kernel/json.ts';
import { atNewPlaces, inDocumentOrder, withChecks } from './document-findings.ts';

/** Members of every checked configuration, in every flow. */
export interface Sourced {
  readonly id: string;
  readonly source: 'file' | 'api';
  /** Changes with the content. */
  readonly version: string;
}

export interface WorkingConfiguration<C extends Sourced> {
  readonly id: string;
  readonly configuration: C;
  /** As the backend or the file has it. */
  readonly written: JsonObject;
  /** Errors that a write would refuse, although the file's configuration can be used. */
  readonly findings?: readonly FieldError[];
  /** Milliseconds; absent for files. */
  readonly times?: { readonly createdAt: number; readonly updatedAt: number };
}

export interface BrokenConfiguration<C extends Sourced> {
  readonly id: string;
  readonly source: 'file' | 'api';
  /** Why it can't be used. */
  readonly errors: readonly FieldError[];
  /**
   * As much of it as can be read, for checks that compare configurations. Set for files with errors that a write would
   * refuse.
   */
  readonly readable?: WorkingConfiguration<C>;
  /** Path of the file below CONFIG_FOLDER. */
  readonly file?: string;
}

export type Listed<C extends Sourced> = WorkingConfiguration<C> | BrokenConfiguration<C>;

/** A configuration before it is checked. */
export interface ConfigurationText {
  readonly publicUrl: string;
  readonly tenant: string;
  readonly id: string;
  readonly written: JsonObject;
  readonly source: 'file' | 'api';
  readonly version: string;
  /** It was checked when it was written. */
  readonly stored?: boolean;
  /**
   * Errors in the shape of the backend's document, if the caller already knows them, with pointers into the original.
   */
  readonly shape?: readonly FieldError[];
}

/** Where a flow's configurations come from, and how to check them. */
export interface FlowKind<C extends Sourced> {
  readonly kind: 'issuance' | 'presentation' | 'login';
  /** Folders with files; if both have an id, the first one wins. */
  readonly folders: readonly [string, string];
  /** What a configuration is called in errors, such as `credential configuration`. */
  readonly noun: string;
  /** Checks, completes and compiles a configuration as written. */
  readonly check: (text: ConfigurationText) => Listed<C>;
  /**
   * Applies the tenant's current settings to a checked configuration. Returns the same one, a changed or a broken one.
   * Called at each read.
   */
  readonly forTenant?: (tenant: string, listed: Listed<C>) => Listed<C>;
  /** Errors of a write that depend on other configurations. Pointers start at the configuration. */
  readonly checkWrite?: (write: ConfigurationWrite<C>) => Promise<readonly FieldError[]>;
}

export interface ConfigurationWrite<C extends Sourced> {
  readonly tenant: string;
  readonly configuration: C;
  /** As the backend sent it. */
  readonly written: JsonObject;
  /** The tenant's other working configurations. */
  readonly others: readonly C[];
  /** The request that writes. */
  readonly cause: OperationRequest;
  /** Ids of what it may name and the same import writes before it: presentation configurations, or registration certificates. */
  readonly alongside?: readonly string[];
  /** Names of images that are written before it, by the same import. */
  readonly images?: readonly string[];
}

export function isWorking<C extends Sourced>(listed: Listed<C> | undefined): listed is WorkingConfiguration<C> {
  return listed !== undefined && 'configuration' in listed;
}

/** The readable part of a configuration, even if it is broken. */
export function readableOf<C extends Sourced>(listed: Listed<C>): WorkingConfiguration<C> | undefined {
  return isWorking(listed) ? listed : listed.readable;
}

/**
 * Every error in a configuration, in the document's order.
 * @param more errors from checks that compare it with others
 */
export function findingsOf<C extends Sourced>(
  listed: Listed<C>,
  more: readonly FieldError[] = [],
): readonly FieldError[] {
  const readable = readableOf(listed);
  const errors = isWorking(listed) ? [] : listed.errors;
  const all = withChecks(errors, [() => more]);
  return inDocumentOrder(readable?.written ?? {}, [...all, ...atNewPlaces(all, readable?.findings ?? [])]);
}

/** Maximum length of an error's text that is repeated elsewhere. */
const MAX_TEXT = 300;

/**
 * Why a configuration that a request names can't be used: its file and the first error.
 * @param meant what `didYouMean` suggests from the ids of the tenant's configurations
 */
export function whyUnusable<C extends Sourced>(listed: Listed<C> | undefined, meant = ''): string {
  if (listed === undefined) return `There is no configuration with this id${meant}`;
  if (isWorking(listed)) return 'The configuration was changed at this moment';
  const { file = 'the version stored through the API', errors } = listed;
  const [first] = errors;
  const others = findingsOf(listed).slice(1);
  const where = first === undefined || first.pointer === '' ? file : `${file} at ${first.pointer}`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `The configuration with this id cannot be used: ${where}: ${first?.detail ?? 'is not valid'}${more}`.slice(
    0,
    MAX_TEXT,
  );
}

/** One entry in the list: the configuration as written and its source, or its errors. */
export function configurationView<C extends Sourced>(listed: Listed<C>): JsonObject {
  if (!isWorking(listed)) {
    const error = findingsOf(listed).map(({ pointer, detail }) => ({ pointer, detail }));
    return { id: listed.id, source: listed.source, error };
  }
  const { times, findings = [] } = listed;
  return {
    ...listed.written,
    id: listed.id,
    source: listed.configuration.source,
    ...(findings.length === 0 ? {} : { findings: findings.map(({ pointer, detail }) => ({ pointer, detail })) }),
    ...(times === undefined ? {} : { createdAt: isoTime(times.createdAt), updatedAt: isoTime(times.updatedAt) }),
  };
}

/** The value with `<PUBLIC_URL>` replaced in every string by the credential issuer identifier of the tenant. */
export function withPublicUrl(value: Json, issuer: string): Json {
  // A function, because `$` in a replacement string has a meaning.
  if (typeof value === 'string') return value.replaceAll('<PUBLIC_URL>', () => issuer);
  if (Array.isArray(value)) return value.map((item: Json) => withPublicUrl(item, issuer));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, item === undefined ? item : withPublicUrl(item, issuer)]),
  );
}

/** Errors in a part, with pointers from the whole. @param place pointer of the part */
export function errorsBelow(place: string, errors: readonly FieldError[]): readonly FieldError[] {
  return errors.map(({ pointer, detail }) => ({ pointer: `${place}${pointer}`, detail }));
}
