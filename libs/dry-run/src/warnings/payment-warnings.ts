/** Warnings of a credential that confirms payments: what wallets will refuse (EUDI TS12 1.0.1, 3.2, 3.3 and 5). Pure. */
import { SCA_CATEGORY } from '@countersign/shared/configuration-documents/sca-type-members';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import { isScaType, scaPayloads } from '@countersign/shared/openid4vp/sca-payloads';
import { list, member } from './claim-names.ts';
import type { Warning } from './warning.ts';

/** @param configuration a credential configuration as written */
export function paymentWarnings(configuration: JsonObject): readonly Warning[] {
  const metadata = member(configuration, 'vct');
  const types = metadata.transaction_data_types;
  if (!isObject(types)) return [];
  return [
    ...(metadata.category === SCA_CATEGORY
      ? []
      : [
          {
            code: 'payment_category_missing' as const,
            pointer: '/vct/category',
            detail: 'Wallets do not recognise the type as one that confirms payments',
          },
        ]),
    ...(configuration.revocation_chaining === true
      ? []
      : [
          {
            code: 'payment_without_chaining' as const,
            pointer: '/revocation_chaining',
            detail: 'The credential may be valid for longer than the wallet',
          },
        ]),
    ...Object.entries(types).flatMap(([type, value]) => labelWarnings(type, isObject(value) ? value : {})),
  ];
}

/** 3.3.1: without the name of a member wallets stop. Claims at an address are not read. */
function labelWarnings(type: string, value: JsonObject): readonly Warning[] {
  if (!isScaType(type) || !Array.isArray(value.claims)) return [];
  const named = new Set(
    list(value, 'claims').flatMap((claim) =>
      isObject(claim) && list(claim, 'display').length > 0 ? [JSON.stringify(claim.path)] : [],
    ),
  );
  const missing = leavesOf(scaPayloads[type], ['payload']).filter((path) => !named.has(JSON.stringify(path)));
  if (missing.length === 0) return [];
  const names = missing.map((path) => path.slice(1).join('.'));
  return [
    {
      code: 'payment_label_missing',
      pointer: `/vct/transaction_data_types/${escapePointer(type)}/claims`,
      detail: `These members have no label: ${names.join(', ')}`,
    },
  ];
}

/** The paths of all members except objects. */
function leavesOf(schema: JsonObject, path: readonly string[]): readonly (readonly string[])[] {
  if (!isObject(schema.properties)) return [path];
  return Object.entries(schema.properties).flatMap(([name, inner]) =>
    isObject(inner) ? leavesOf(inner, [...path, name]) : [],
  );
}
