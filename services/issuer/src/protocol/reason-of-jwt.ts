/** Maps the reasons of JwtError to those of the catalogue, for each kind of JWT that a wallet sends. Pure. */
import type { JwtError, JwtReason } from '@countersign/shared/crypto/jwt-error';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import { type Reason, type Reasoned, reasoned } from '@countersign/shared/kernel/reasons/reasons';

export type ReasonOfJwt = Readonly<Record<JwtReason, Reason>>;

/** A table in which every reason is that one: the rows that differ come below it. */
export function allAs<R extends Reason>(reason: R): Readonly<Record<JwtReason, R>> {
  return {
    too_long: reason,
    not_compact: reason,
    not_base64url: reason,
    not_json: reason,
    duplicate_member: reason,
    reserved_member: reason,
    too_deep: reason,
    algorithm: reason,
    critical_header: reason,
    type: reason,
    key: reason,
    signature: reason,
    claim: reason,
    expired: reason,
    not_yet_valid: reason,
    status_list: reason,
    certificate_path: reason,
    not_sd_jwt: reason,
    hash_algorithm: reason,
    disclosure: reason,
    unreferenced_disclosure: reason,
    digest: reason,
    repeated_digest: reason,
    name_taken: reason,
    never_disclosable: reason,
  };
}

/**
 * The reason and the facts of a refused JWT; `detail` is the reason of the error where its facts have none.
 * @param more facts that the error does not have
 */
export function reasonOfJwt({ reason, facts }: JwtError, table: ReasonOfJwt, more: Facts = {}): Reasoned {
  return reasoned(table[reason], { detail: reason, ...facts, ...more });
}
