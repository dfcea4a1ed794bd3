/** What is wrong with a JWT, in the kinds that the reasons of a protocol tell apart. Pure. */
import type { JwtError, JwtReason } from '@countersign/shared/crypto/jwt-error';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import { type Reason, type Reasoned, reasoned } from '@countersign/shared/kernel/reasons/reasons';

export type JwtFinding = 'form' | 'signature' | 'trust' | 'expired' | 'early';

const FINDINGS = {
  ...{ too_long: 'form', not_compact: 'form', not_base64url: 'form', not_json: 'form' },
  ...{ duplicate_member: 'form', reserved_member: 'form', too_deep: 'form', algorithm: 'form' },
  ...{ critical_header: 'form', type: 'form', claim: 'form', status_list: 'form' },
  ...{ key: 'signature', signature: 'signature', certificate_path: 'trust' },
  ...{ expired: 'expired', not_yet_valid: 'early' },
  ...{ not_sd_jwt: 'form', hash_algorithm: 'form', disclosure: 'form', unreferenced_disclosure: 'form' },
  ...{ digest: 'form', repeated_digest: 'form', name_taken: 'form', never_disclosable: 'form' },
} as const satisfies Readonly<Record<JwtReason, JwtFinding>>;

/**
 * @param reasons by the kind of the finding
 * @param more facts that the error does not have
 */
export function jwtRefusal(
  { reason, facts }: Pick<JwtError, 'reason' | 'facts'>,
  reasons: Readonly<Record<JwtFinding, Reason>>,
  more: Facts = {},
): Reasoned {
  return reasoned(reasons[FINDINGS[reason]], { detail: reason, ...facts, ...more });
}
