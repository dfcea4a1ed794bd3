/** An entry of strong customer authentication at creation (EUDI TS12 1.0.1, 4.2 and 4.3). */
import { compileSchema, printable, UNKNOWN_FIELD, type Validate } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import { type ScaType, scaPayloads } from '@countersign/shared/openid4vp/sca-payloads';
import { brokenRules } from './sca-rules.ts';

const MEMBERS = ['type', 'credential_ids', 'transaction_data_hashes_alg', 'payload'];

/** Unknown members that are named. */
const MAX_UNKNOWN = 20;

const checks = Object.fromEntries(
  Object.entries(scaPayloads).map(([type, schema]) => [type, compileSchema(schema)]),
) as Readonly<Record<ScaType, Validate>>;

/**
 * The errors that only these types have.
 * @param now milliseconds
 */
export function scaFindings(type: ScaType, entry: JsonObject, now: number): readonly FieldError[] {
  const payload = own(entry, 'payload');
  return [
    ...Object.keys(entry)
      .filter((name) => !MEMBERS.includes(name))
      .slice(0, MAX_UNKNOWN)
      .map((name) => ({
        pointer: `/${escapePointer(printable(name))}`,
        detail: `${UNKNOWN_FIELD} ${printable(name)}: the transaction is described in payload`,
      })),
    ...(Object.hasOwn(entry, 'transaction_data_hashes_alg')
      ? []
      : [{ pointer: '/transaction_data_hashes_alg', detail: 'is required' }]),
    ...(isObject(payload) ? payloadFindings(type, payload, now) : [NO_PAYLOAD]),
  ];
}

const NO_PAYLOAD: FieldError = { pointer: '/payload', detail: 'An object that describes the transaction is required' };

function payloadFindings(type: ScaType, payload: JsonObject, now: number): readonly FieldError[] {
  const found = new Map<string, FieldError>();
  for (const one of [...checks[type](payload), ...brokenRules(type, payload, now)]) {
    if (!found.has(one.pointer)) found.set(one.pointer, one);
  }
  return [...found.values()].map(({ pointer, detail }) => ({ pointer: `/payload${pointer}`, detail }));
}
