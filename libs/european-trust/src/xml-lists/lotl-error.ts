/** Why the list of trusted lists is not authentic, in the words of ETSI TS 119 615, 4.1.4. */

export type LotlProblem =
  | 'OJEU_LOCATION_INPUT_NOT_MATCHING_OJEU_LOCATION_IN_LOTL'
  | 'LOTL_FILE_CONFLICT'
  | 'LOTL_SIGNATURE_VERIFICATION_FAILED'
  | 'LOTL_SIGNER_CERT_NOT_AUTHENTICATED_BY_LOTL'
  | `PIVOT_${number}_SIGNATURE_VERIFICATION_FAILED`
  | `PIVOT_${number}_SIGNER_CERT_NOT_AUTHENTICATED_BY_PIVOT_${number}`
  | `PIVOT_${number}_LOTLSO_SIGNER_CERT_NOT_AUTHENTICATED_BY_OJEU`
  | 'LOTL_NEXTUPDATE_PASSED'
  /** Limits that the standard does not have. */
  | 'TOO_MANY_PIVOTS'
  | `PIVOT_${number}_ELSEWHERE`;

export class LotlError extends Error {
  override readonly name = 'LotlError';
  readonly problem: LotlProblem;

  constructor(problem: LotlProblem, cause?: unknown) {
    super(`The list of trusted lists is refused: ${problem}`, cause === undefined ? undefined : { cause });
    this.problem = problem;
  }
}
