/**
 * Warnings of a credential that confirms payments, and of the payments in a request: what wallets will refuse (EUDI TS12
 * 1.0.1, 3.2, 3.3 and 5). Pure.
 */
import { SCA_CATEGORY } from '@countersign/shared/configuration-documents/sca-type-members';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import { isScaType, type ScaType, scaPayloads } from '@countersign/shared/openid4vp/sca-payloads';
import { type IssuedType, isAsked, list, member, typesAsked } from './claim-names.ts';
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

/** 3.3.1: without the name of a member wallets stop. */
function labelWarnings(type: string, value: JsonObject): readonly Warning[] {
  const missing = isScaType(type) ? unlabelled(type, value) : [];
  if (missing.length === 0) return [];
  return [
    {
      code: 'payment_label_missing',
      pointer: `/vct/transaction_data_types/${escapePointer(type)}/claims`,
      detail: `These members have no label: ${namesOf(missing)}`,
    },
  ];
}

type Path = readonly string[];

/** Members of the payload without a label. Claims at an address are not read. */
function unlabelled(type: ScaType, value: JsonObject): readonly Path[] {
  if (!Array.isArray(value.claims)) return [];
  const named = new Set(
    list(value, 'claims').flatMap((claim) =>
      isObject(claim) && list(claim, 'display').length > 0 ? [JSON.stringify(claim.path)] : [],
    ),
  );
  return leavesOf(scaPayloads[type], ['payload']).filter((path) => !named.has(JSON.stringify(path)));
}

function namesOf(paths: readonly Path[]): string {
  return paths.map((path) => path.slice(1).join('.')).join(', ');
}

export interface TransactionCheck {
  /** As the backend writes it. */
  readonly transactionData: readonly JsonObject[];
  /** The presentation configuration as written. */
  readonly configuration: JsonObject;
  /** The tenant's credential configurations by type. The type metadata of other issuers is not known here. */
  readonly issued: readonly (IssuedType & { readonly id: string; readonly configuration: JsonObject })[];
}

/** What wallets refuse about a request that confirms payments with credentials of the same tenant. */
export function transactionWarnings({ transactionData, configuration, issued }: TransactionCheck): readonly Warning[] {
  const queries = list(member(configuration, 'dcql_query'), 'credentials').filter(isObject);
  return transactionData.flatMap((entry, index): readonly Warning[] => {
    const { type } = entry;
    if (!isScaType(type)) return [];
    const named = queries.filter(({ id }) => list(entry, 'credential_ids').includes(id ?? null));
    const own = issued.filter((one) => named.some((query) => isAsked(typesAsked(query), one)));
    return own.flatMap((one) => entryWarnings(entry, type, one).map(at(`transaction_data/${index}`)));
  });
}

function at(place: string): (warning: Warning) => Warning {
  return (warning) => ({ ...warning, detail: `${place}: ${warning.detail}` });
}

function entryWarnings(
  entry: JsonObject,
  type: ScaType,
  { id, configuration }: TransactionCheck['issued'][number],
): readonly Warning[] {
  const metadata = member(configuration, 'vct');
  const described = member(metadata, 'transaction_data_types')[type];
  // 3.2: a verifier uses the types of the metadata only.
  if (!isObject(described)) {
    return [{ code: 'payment_type_unknown', detail: `The type metadata of ${id} does not list ${type}` }];
  }
  const sent = unlabelled(type, described).filter((path) => has(entry, path));
  return [
    ...(metadata.category === SCA_CATEGORY
      ? []
      : [{ code: 'payment_category_missing' as const, detail: `Wallets do not confirm payments with ${id}` }]),
    ...(sent.length === 0
      ? []
      : [{ code: 'payment_label_missing' as const, detail: `${id} has no label for ${namesOf(sent)}` }]),
  ];
}

function has(value: Json | undefined, [name, ...rest]: Path): boolean {
  if (name === undefined) return true;
  return isObject(value) && Object.hasOwn(value, name) && has(value[name], rest);
}

/** The paths of all members except objects. */
function leavesOf(schema: JsonObject, path: readonly string[]): readonly (readonly string[])[] {
  if (!isObject(schema.properties)) return [path];
  return Object.entries(schema.properties).flatMap(([name, inner]) =>
    isObject(inner) ? leavesOf(inner, [...path, name]) : [],
  );
}
