/**
 * `credential_reuse_policy` of `credential_metadata` (ETSI TS 119 472-3, 4.2.4.2; ARF, ISSU_37 to ISSU_57): how wallets
 * use the credentials of a batch, and when they request new ones. Wallets refuse the whole metadata if it breaks a
 * rule.
 */
import {
  LARGEST_BATCH,
  reuseMethods,
  reuseOptionMembers,
} from '@countersign/shared/configuration-documents/credential-entry';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';

const BATCH = 'batch_size';
const UNUSED = 'reissue_trigger_unused';
const LIFETIME_LEFT = 'reissue_trigger_lifetime_left';

const METHODS: Readonly<Record<string, readonly string[]>> = reuseMethods;
const MEMBERS = Object.keys(reuseOptionMembers);

/** @param lifetime of the configuration's credentials, seconds */
export function checkReusePolicy(policy: Json | undefined, pointer: string, lifetime?: number): FieldError[] {
  if (policy === undefined) return [];
  if (!isObject(policy)) return [{ pointer, detail: 'This must be an object' }];
  const others = Object.keys(policy).filter((name) => name !== 'id' && name !== 'options');
  return [
    ...(policy.id === 'arf_annex_ii' ? [] : [{ pointer: `${pointer}/id`, detail: 'The id must be arf_annex_ii' }]),
    ...others.map((name) => ({ pointer: `${pointer}/${name}`, detail: 'Known: id, options' })),
    ...checkOptions(policy.options, pointer, lifetime),
  ];
}

function checkOptions(options: Json | undefined, pointer: string, lifetime: number | undefined): FieldError[] {
  if (!Array.isArray(options) || options.length === 0) {
    return [{ pointer: `${pointer}/options`, detail: 'This must be a non-empty array, by preference' }];
  }
  const sets = options.map((option: Json) => methodsOf(option).slice().sort().join());
  return options.flatMap((option: Json, index) => {
    const place = `${pointer}/options/${index}`;
    const same = sets.indexOf(sets[index] ?? '') < index;
    return [
      ...checkOption(option, place, lifetime),
      ...(same ? [{ pointer: `${place}/details`, detail: 'An option before has the same methods' }] : []),
    ];
  });
}

/** What a policy requires of the issuer. */
export interface ReuseDemands {
  /** The largest batch of all options. */
  readonly batchSize?: number;
  /** Seconds that credentials must live longer than. */
  readonly longestTrigger?: number;
}

/** @param policy that passed the check */
export function reuseDemands(policy: Json | undefined): ReuseDemands {
  const [batchSize, longestTrigger] = [largest(policy, BATCH), largest(policy, LIFETIME_LEFT)];
  return {
    ...(batchSize === undefined ? {} : { batchSize }),
    ...(longestTrigger === undefined ? {} : { longestTrigger }),
  };
}

function largest(policy: Json | undefined, member: string): number | undefined {
  const options = isObject(policy) && Array.isArray(policy.options) ? policy.options.filter(isObject) : [];
  const values = options.flatMap(({ [member]: value }) => (typeof value === 'number' ? [value] : []));
  return values.length === 0 ? undefined : Math.max(...values);
}

function checkOption(option: Json, pointer: string, lifetime: number | undefined): FieldError[] {
  if (!isObject(option)) return [{ pointer, detail: 'This must be an object' }];
  const methods = methodsOf(option);
  const needed = new Set(methods.flatMap((method) => METHODS[method] ?? []));
  const missing = [...needed].filter((name) => option[name] === undefined);
  return [
    ...Object.keys(option)
      .filter((name) => !MEMBERS.includes(name))
      .map((name) => ({ pointer: `${pointer}/${name}`, detail: `Known: ${MEMBERS.join(', ')}` })),
    ...checkMethods(option.details, methods, `${pointer}/details`),
    ...missing.map((name) => ({ pointer: `${pointer}/${name}`, detail: `${methods.join(' with ')} needs it` })),
    ...checkNumbers(option, pointer, lifetime),
  ];
}

function methodsOf(option: Json): readonly string[] {
  const details = isObject(option) && Array.isArray(option.details) ? option.details : [];
  return details.filter((method): method is string => typeof method === 'string' && Object.hasOwn(METHODS, method));
}

function checkMethods(details: Json | undefined, methods: readonly string[], pointer: string): FieldError[] {
  const known = Array.isArray(details) && details.length === methods.length && new Set(details).size === details.length;
  if (!known) return [{ pointer, detail: `Methods, each once, of: ${Object.keys(METHODS).join(', ')}` }];
  const basic = methods.filter((method) => method === 'once_only' || method === 'limited_time');
  return basic.length === 1 ? [] : [{ pointer, detail: 'Exactly one of once_only and limited_time is needed' }];
}

function checkNumbers(option: JsonObject, pointer: string, lifetime: number | undefined): FieldError[] {
  const { [BATCH]: size, [UNUSED]: unused, [LIFETIME_LEFT]: left } = option;
  const errors: FieldError[] = [];
  const check = (name: string, ok: boolean, detail: string): void => {
    if (!ok) errors.push({ pointer: `${pointer}/${name}`, detail });
  };
  if (size !== undefined) check(BATCH, isWhole(size, 2, LARGEST_BATCH), `A whole number from 2 to ${LARGEST_BATCH}`);
  if (unused !== undefined) {
    const most = typeof size === 'number' ? size - 1 : LARGEST_BATCH;
    check(UNUSED, isWhole(unused, 1, most), 'A whole number above 0 and below batch_size');
  }
  if (left !== undefined) {
    check(LIFETIME_LEFT, isWhole(left, 1, Number.MAX_SAFE_INTEGER), 'Seconds, a whole number above 0');
    check(
      LIFETIME_LEFT,
      lifetime !== undefined && lifetime > Number(left),
      'The lifetime of the configuration must be longer',
    );
  }
  return errors;
}

function isWhole(value: Json, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
}
