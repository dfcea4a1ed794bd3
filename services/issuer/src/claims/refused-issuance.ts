/** Why nothing is issued, for the backend's developer: the claims, or the end of the issuance. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { namesOfPointer } from '@countersign/shared/kernel/json-pointer';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { IssuanceProgress } from '@countersign/shared/model/session/issuance-part';

/** The reason for an issuance that has failed or ended. */
export function refusedIssuance(progress: IssuanceProgress): Reasoned {
  const { state } = progress;
  if (progress.state === 'failed') return failedIssuance(state, progress.reason);
  return { reason: 'issuance_ended', facts: { state } };
}

/** The same, from the failure's reason in the session. */
export function failedIssuance(state: IssuanceProgress['state'], failure: string): Reasoned {
  switch (failure) {
    case 'claims_invalid':
      return { reason: 'claims_invalid', facts: { state } };
    case 'claims_deadline':
      return { reason: 'claims_late', facts: { state } };
    case 'claims_unavailable':
      return { reason: 'claims_refused', facts: { state } };
    default:
      return { reason: 'issuance_ended', facts: { state, detail: failure } };
  }
}

/** The reason for claims that do not match. It contains no values, and only names from the configuration. */
export function refusedClaims(configurationId: string, finding: FieldError): Reasoned {
  return { reason: 'claims_invalid', facts: { configurationId, ...claimFacts(finding) } };
}

/** The claim that does not match, and the rule. */
export function claimFacts({ pointer, detail }: FieldError): {
  readonly paths?: readonly string[];
  readonly detail: string;
} {
  return pointer === '' ? { detail } : { paths: [claimsPath(pointer)], detail };
}

/** The JSON pointer of a claim error starts with the configuration's id. The path is the claim's. */
function claimsPath(pointer: string): string {
  return JSON.stringify(namesOfPointer(pointer).slice(1));
}
