/** Type metadata of a credential that confirms payments (EUDI TS12 1.0.1, 4.1): what its schema can't express. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';

/** Each is written out, or at an address. */
const PARTS = ['schema', 'claims', 'ui_labels'];

/** The errors of `transaction_data_types`: each part once, in one of its two forms. */
export function scaTypeFindings(type: Json | undefined): FieldError[] {
  const types = isObject(type) && isObject(type.transaction_data_types) ? type.transaction_data_types : {};
  return Object.entries(types).flatMap(([name, value]) =>
    isObject(value) ? partFindings(`/vct/transaction_data_types/${escapePointer(name)}`, value) : [],
  );
}

/** Whether the credential's proofs confirm payments. */
export function confirmsPayments(typeMetadata: JsonObject | undefined): boolean {
  return isObject(typeMetadata?.transaction_data_types);
}

function partFindings(at: string, type: JsonObject): FieldError[] {
  return PARTS.flatMap((part) => {
    const [written, address] = [type[part], type[`${part}_uri`]];
    if (written !== undefined && address !== undefined) {
      return [{ pointer: `${at}/${part}_uri`, detail: `Either ${part} or ${part}_uri` }];
    }
    if (written !== undefined || address !== undefined) return [];
    return [{ pointer: `${at}/${part}`, detail: `is required, or ${part}_uri` }];
  });
}
