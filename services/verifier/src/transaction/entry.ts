/** Transaction data at creation (OpenID4VP 1.0, 5.1 and 8.4): the backend's entries, checked and encoded. */
import type { ProfileName } from '@countersign/shared/flow-config/tenant-profile';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { type JsonObject, own } from '@countersign/shared/kernel/json';
import { isScaType } from '@countersign/shared/openid4vp/sca-payloads';
import type { CredentialQuery } from '../query/dcql-credential.ts';
import { nonEmptyArray } from '../query/dcql-findings.ts';
import type { DcqlQuery } from '../query/dcql-query.ts';
import { HASHES } from './hashes.ts';
import { scaFindings } from './sca-entry.ts';

/** Characters of all entries together. They are part of the request object, which wallets read on the spot. */
const MAX_LENGTH = 65_536;

export type EncodedTransactionData =
  | { readonly ok: true; readonly transactionData: readonly string[] }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

export interface EntryContext {
  readonly query: DcqlQuery;
  readonly profile: ProfileName;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Checks and encodes the backend's transaction data. An entry of an unknown type is not looked into.
 * @param objects the presentation request's `transaction_data`
 * @returns the encoded strings for the request, whose bytes are hashed and must not change; or every error
 */
export function encodeTransactionData(objects: readonly JsonObject[], context: EntryContext): EncodedTransactionData {
  const errors = objects.flatMap((object, index) =>
    [...findings(object, context), ...sameTypeFindings(object, objects.slice(0, index), context)].map(
      ({ pointer, detail }) => ({ pointer: `/transaction_data/${index}${pointer}`, detail }),
    ),
  );
  if (errors.length > 0) return { ok: false, errors };
  const transactionData = objects.map((object) => Buffer.from(JSON.stringify(object)).toString('base64url'));
  const tooLong = transactionData.findIndex((_, index) => lengthUpTo(transactionData, index) > MAX_LENGTH);
  if (tooLong < 0) return { ok: true, transactionData };
  const detail = `The entries up to this one have more than ${MAX_LENGTH} characters when they are encoded`;
  return { ok: false, errors: [{ pointer: `/transaction_data/${tooLong}`, detail }] };
}

function lengthUpTo(entries: readonly string[], last: number): number {
  return entries.slice(0, last + 1).reduce((sum, { length }) => sum + length, 0);
}

function findings(object: JsonObject, context: EntryContext): readonly FieldError[] {
  const type = own(object, 'type');
  return [
    ...(typeof type === 'string' && type !== '' ? [] : [{ pointer: '/type', detail: 'The type is required' }]),
    ...credentialFindings(object, context),
    ...hashFindings(object),
    ...(isScaType(type) ? scaFindings(type, object, context.now) : []),
  ];
}

function credentialFindings(object: JsonObject, context: EntryContext): readonly FieldError[] {
  const ids = nonEmptyArray(own(object, 'credential_ids'));
  if (ids === undefined) return [{ pointer: '/credential_ids', detail: 'At least one id of the query' }];
  const isSca = isScaType(own(object, 'type'));
  return ids.flatMap((id, index) => {
    const credential = context.query.credentials.find((one) => one.id === id);
    const detail = credential === undefined ? 'No such id in the query' : objection(credential, isSca, context);
    return detail === undefined ? [] : [{ pointer: `/credential_ids/${index}`, detail }];
  });
}

/** B.2.1: the device signs one hash in the namespace of a type. @param before the entries before this one */
function sameTypeFindings(
  object: JsonObject,
  before: readonly JsonObject[],
  { query }: EntryContext,
): readonly FieldError[] {
  const mdocs = query.credentials.filter(({ format }) => format === 'mso_mdoc').map(({ id }) => id);
  if (mdocs.length === 0) return [];
  const same = before.filter((one) => own(one, 'type') === own(object, 'type'));
  const taken = same.flatMap((one) => nonEmptyArray(own(one, 'credential_ids')) ?? []);
  return (nonEmptyArray(own(object, 'credential_ids')) ?? []).flatMap((id, index) =>
    typeof id === 'string' && mdocs.includes(id) && taken.includes(id)
      ? [{ pointer: `/credential_ids/${index}`, detail: 'An mdoc confirms one entry of a type' }]
      : [],
  );
}

/** Why a credential can't confirm an entry. */
function objection(credential: CredentialQuery, isSca: boolean, { query, profile }: EntryContext): string | undefined {
  // TS12, 1: only SD-JWT VCs
  if (isSca && profile === 'eu' && credential.format === 'mso_mdoc') {
    return 'In the profile eu only a dc+sd-jwt credential confirms payments';
  }
  // B.1: nothing says how a W3C credential confirms a transaction
  if (credential.format === 'jwt_vc_json') return 'A jwt_vc_json credential confirms no transactions';
  // 8.4: the confirmation is part of the Key Binding JWT
  if (!credential.requireHolderBinding) return 'Its query does not require holder binding';
  // PID rulebook, 5: the key of a PID signs no transactions, and wallets refuse the request
  if ((isSca || profile === 'eu') && asksForPid(credential)) return 'A PID never confirms a transaction';
  if (isSca && isOptional(credential.id, query))
    return 'The wallet may leave this credential out: make its set required';
  return undefined;
}

function asksForPid(credential: CredentialQuery): boolean {
  if (credential.format === 'mso_mdoc') return credential.doctype.startsWith('eu.europa.ec.eudi.pid.');
  return credential.format === 'dc+sd-jwt' && credential.vctValues.some((vct) => vct.startsWith('urn:eudi:pid:'));
}

/** 6.4.2: with sets, a credential is only required by a required set. */
function isOptional(id: string, { credentialSets }: DcqlQuery): boolean {
  if (credentialSets === undefined) return false;
  return !credentialSets.some(({ required, options }) => required && options.some((option) => option.includes(id)));
}

function hashFindings(object: JsonObject): readonly FieldError[] {
  if (!Object.hasOwn(object, 'transaction_data_hashes_alg')) return [];
  const names = nonEmptyArray(own(object, 'transaction_data_hashes_alg'));
  if (names?.every((name) => typeof name === 'string' && Object.hasOwn(HASHES, name))) return [];
  return [{ pointer: '/transaction_data_hashes_alg', detail: `A list of ${Object.keys(HASHES).join(', ')}` }];
}
