/** A flow configuration in the list: working, or broken with its findings. */

import type { OperationRequest } from '../http/message.ts';
import { isoTime } from '../kernel/clock.ts';
import type { FieldError } from '../kernel/errors.ts';
import { isObject, type Json, type JsonObject } from '../kernel/json.ts';
import { atNewPlaces, inDocumentOrder, withChecks } from './document-findings.ts';

/** What every checked configuration has, in every flow. */
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
  /** Findings that a write would refuse, although the configuration of a file can be used. */
  readonly findings?: readonly FieldError[];
  /** Milliseconds; files have none. */
  readonly times?: { readonly createdAt: number; readonly updatedAt: number };
}

export interface BrokenConfiguration<C extends Sourced> {
  readonly id: string;
  readonly source: 'file' | 'api';
  /** Why it can't be used. */
  readonly errors: readonly FieldError[];
  /** As far as it can be read, for checks that compare it with others; with findings besides the errors. */
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
  /** What is wrong with the shape of what the backend sent, where the caller knows it already: pointers are as it was sent. */
  readonly shape?: readonly FieldError[];
}

/** Where the configurations of a flow come from, and how each is checked. */
export interface FlowKind<C extends Sourced> {
  readonly kind: 'issuance' | 'presentation' | 'login';
  /** Folders with files; where both have an id, the first one wins. */
  readonly folders: readonly [string, string];
  /** What a configuration is called in errors, such as `credential configuration`. */
  readonly noun: string;
  /** Checks, completes and compiles a configuration as written. */
  readonly check: (text: ConfigurationText) => Listed<C>;
  /** What the present settings of the tenant make of a checked configuration: the same, another, or a broken one. Called at each read. */
  readonly forTenant?: (tenant: string, listed: Listed<C>) => Listed<C>;
  /** Findings that depend on other configurations, at a write. Pointers are from the configuration. */
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
  /** Ids of configurations of the other kind that are written before it, by the same import. */
  readonly alongside?: readonly string[];
  /** Names of images that are written before it, by the same import. */
  readonly images?: readonly string[];
}

export function isWorking<C extends Sourced>(listed: Listed<C> | undefined): listed is WorkingConfiguration<C> {
  return listed !== undefined && 'configuration' in listed;
}

/** What can be read of a configuration, also if it is broken. */
export function readableOf<C extends Sourced>(listed: Listed<C>): WorkingConfiguration<C> | undefined {
  return isWorking(listed) ? listed : listed.readable;
}

/**
 * Every finding about a configuration, in the order of what was written.
 * @param more of checks that compare it with others
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

/** Longest text of a finding that is repeated elsewhere. */
const MAX_TEXT = 300;

/**
 * Why a configuration that a request names can't be used: its file and the first finding.
 * @param meant what `didYouMean` says of the ids of the tenant's configurations
 */
export function whyUnusable<C extends Sourced>(listed: Listed<C> | undefined, meant = ''): string {
  if (listed === undefined) return `There is no configuration of this id${meant}`;
  if (isWorking(listed)) return 'The configuration was changed at this moment';
  const { file = 'what was written by the API', errors } = listed;
  const [first] = errors;
  const others = findingsOf(listed).slice(1);
  const where = first === undefined || first.pointer === '' ? file : `${file} at ${first.pointer}`;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `The configuration of this id can not be used: ${where}: ${first?.detail ?? 'is not valid'}${more}`.slice(
    0,
    MAX_TEXT,
  );
}

/** The body of one entry of the list: the configuration as written and its source, or its findings. */
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

/** Findings of a part, with pointers from the whole. @param place pointer of the part */
export function errorsBelow(place: string, errors: readonly FieldError[]): readonly FieldError[] {
  return errors.map(({ pointer, detail }) => ({ pointer: `${place}${pointer}`, detail }));
}
