/**
 * Disclosure frames: the claims of a payload that the holder may disclose selectively. A frame mirrors the payload:
 * `_sd` lists the disclosable members of an object (or positions of an array), `_sd_decoy` is the number of decoy
 * digests, any other name contains the frame of that member (or position).
 */
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject, own } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import { pointerOf } from './plain-claims.ts';

const MAX_DEPTH = 16;
const MAX_DECOYS = 64;
/** Limit of members of a whole frame, decoys included. Each adds a digest to every credential, and a disclosure to store. */
const MAX_MEMBERS = 1000;

/**
 * SD-JWT VC, "Registered JWT Claims": not selectively disclosable, sub-claims included.
 * `iat` could be; this issuer never makes it disclosable.
 */
const NEVER_DISCLOSABLE = new Set(['iss', 'iat', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'aka_vcts', 'status']);

/** RFC 9901, 4.1 and 4.2: names of the format itself, at any depth. */
const RESERVED = new Set(['_sd', '_sd_alg', '_sd_decoy', '...', '__proto__']);

/** Pure: all errors in a frame; empty for a valid one. Takes time linear in the frame. */
export function checkDisclosureFrame(frame: unknown): readonly FieldError[] {
  if (countMembers(frame, 1) > MAX_MEMBERS) {
    return [{ pointer: '', detail: `must have at most ${MAX_MEMBERS} members, decoys included` }];
  }
  const errors: FieldError[] = [];
  checkFrame(frame, '', 1, errors);
  return errors;
}

/** A frame that credentials can be issued with. Only `checkedFrame` creates it. */
export interface DisclosureFrame {
  readonly written: JsonObject;
  readonly hasDecoys: boolean;
}

/**
 * Checks a frame once for all credentials of its configuration.
 * @throws ProtocolError `server_error` for a frame that the checks of the configuration should have refused
 */
export function checkedFrame(written: JsonObject): DisclosureFrame {
  refuseProblems(checkDisclosureFrame(written));
  return { written, hasDecoys: hasDecoys(written) };
}

/** @throws ProtocolError `server_error` for claims that the checks of the configuration should have refused */
export function refuseReservedNames(claims: JsonObject): void {
  refuseProblems(checkClaimNames(claims));
}

function refuseProblems(problems: readonly FieldError[]): void {
  if (problems.length === 0) return;
  throw new ProtocolError('server_error', 'These claims cannot be issued as a credential', {
    reason: 'credential_not_made',
    detail: `claims or disclosure frame refused at ${problems.map(({ pointer }) => pointer).join(', ')}`,
  });
}

/** Whether a frame contains decoys, at any depth. */
export function hasDecoys(frame: JsonObject): boolean {
  if (frame._sd_decoy !== undefined) return true;
  return Object.values(frame).some((below) => isObject(below) && hasDecoys(below));
}

/** Pure: claims with names that the format reserves, at any depth; empty for a valid payload. */
export function checkClaimNames(claims: JsonObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  checkNames(claims, [], errors);
  return errors;
}

/**
 * Pure: the part of a frame that the payload has claims for; undefined if nothing is left. Drops names that the payload
 * lacks, and frames below claims that are neither objects nor arrays.
 */
export function fitDisclosureFrame(frame: JsonObject, payload: Json): JsonObject | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const fitted: Record<string, Json> = {};
  const listed = own(frame, '_sd');
  const present = Array.isArray(listed)
    ? listed.filter((name: Json) => member(payload, String(name)) !== undefined)
    : [];
  if (present.length > 0) fitted._sd = present;
  const decoys = own(frame, '_sd_decoy');
  if (typeof decoys === 'number' && decoys > 0) fitted._sd_decoy = decoys;
  for (const [name, nested] of Object.entries(frame)) {
    const claim = RESERVED.has(name) ? undefined : member(payload, name);
    const below = claim === undefined || !isObject(nested) ? undefined : fitDisclosureFrame(nested, claim);
    if (below !== undefined) fitted[name] = below;
  }
  return Object.keys(fitted).length === 0 ? undefined : fitted;
}

function member(payload: JsonObject | readonly Json[], name: string): Json | undefined {
  if (!Array.isArray(payload)) return own(payload as JsonObject, name);
  return /^(0|[1-9]\d*)$/.test(name) ? (payload[Number(name)] as Json | undefined) : undefined;
}

/** Counts names, listed members and decoys of a frame and its nested frames, down to the maximum depth. */
function countMembers(frame: unknown, depth: number): number {
  if (!isObject(frame) || depth > MAX_DEPTH) return 0;
  const names = Object.keys(frame);
  if (names.length > MAX_MEMBERS) return names.length;
  let count = 0;
  for (const name of names) {
    const value = frame[name];
    if (name === '_sd') count += Array.isArray(value) ? value.length : 1;
    else if (name === '_sd_decoy') count += Number.isInteger(value) ? Math.abs(Number(value)) : 1;
    else count += 1 + countMembers(value, depth + 1);
    if (count > MAX_MEMBERS) return count;
  }
  return count;
}

function checkFrame(frame: unknown, pointer: string, depth: number, errors: FieldError[]): void {
  if (!isObject(frame)) {
    errors.push({ pointer, detail: 'must be an object' });
    return;
  }
  if (depth > MAX_DEPTH) {
    errors.push({ pointer, detail: `must not be nested deeper than ${MAX_DEPTH} levels` });
    return;
  }
  for (const [name, value] of Object.entries(frame)) {
    const at = `${pointer}/${escapePointer(name)}`;
    if (name === '_sd') checkListed(value, at, depth, errors);
    else if (name === '_sd_decoy') checkDecoys(value, at, errors);
    else {
      const problem = nameProblem(name, depth);
      if (problem === undefined) checkFrame(value, at, depth + 1, errors);
      else errors.push({ pointer: at, detail: problem });
    }
  }
}

function checkListed(listed: unknown, pointer: string, depth: number, errors: FieldError[]): void {
  if (!Array.isArray(listed)) {
    errors.push({ pointer, detail: 'must be an array of names or positions' });
    return;
  }
  const positions = listed.filter((item) => typeof item === 'number').length;
  if (positions !== 0 && (depth === 1 || positions !== listed.length)) {
    errors.push({ pointer, detail: 'must contain names (of an object) or positions (of an array below it), not both' });
  }
  const before = new Set<unknown>();
  for (const [i, item] of listed.entries()) {
    const detail = itemProblem(item, depth) ?? (before.has(item) ? 'must not be there twice' : undefined);
    before.add(item);
    if (detail !== undefined) errors.push({ pointer: `${pointer}/${i}`, detail });
  }
}

function itemProblem(item: unknown, depth: number): string | undefined {
  if (typeof item === 'string') return nameProblem(item, depth);
  return Number.isSafeInteger(item) && Number(item) >= 0 ? undefined : 'must be a name or a position from 0';
}

function nameProblem(name: string, depth: number): string | undefined {
  if (RESERVED.has(name)) return 'is a name of the format itself';
  if (depth === 1 && NEVER_DISCLOSABLE.has(name)) return 'is a claim that is never selectively disclosable';
  return undefined;
}

function checkDecoys(count: unknown, pointer: string, errors: FieldError[]): void {
  if (Number.isInteger(count) && Number(count) >= 0 && Number(count) <= MAX_DECOYS) return;
  errors.push({ pointer, detail: `must be an integer from 0 to ${MAX_DECOYS}` });
}

function checkNames(value: object, above: readonly string[], errors: FieldError[]): void {
  for (const [name, item] of Object.entries(value)) {
    if (RESERVED.has(name)) {
      errors.push({ pointer: pointerOf([...above, name]), detail: 'is a name of the format itself' });
    } else if (typeof item === 'object' && item !== null) checkNames(item, [...above, name], errors);
  }
}
