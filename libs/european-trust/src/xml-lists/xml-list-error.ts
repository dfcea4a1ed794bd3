/** Why an XML trusted list is refused. */

/** One word for each rule; the section of ETSI TS 119 612 or 119 615 is at the check. */
export type XmlListProblem =
  | 'size'
  | 'encoding'
  | 'not_well_formed'
  | 'doctype'
  | 'processing_instruction'
  | 'xinclude'
  | 'too_many_elements'
  | 'too_deep'
  | 'duplicate_id'
  | 'signature_missing'
  | 'signature_shape'
  | 'signature_algorithm'
  | 'signature_key'
  | 'signature_invalid'
  | 'signer_not_authorized'
  | 'signing_certificate_reference'
  | 'signer_certificate'
  | 'signer_name'
  | 'list_shape'
  | 'list_version'
  | 'list_type'
  | 'list_territory'
  | 'sequence_number'
  | 'dates'
  | 'critical_extension';

export class XmlListError extends Error {
  override readonly name = 'XmlListError';
  readonly problem: XmlListProblem;

  /** @param detail one sentence, without values that the list contains */
  constructor(problem: XmlListProblem, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.problem = problem;
  }
}
