import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedWalk } from '../../src/lists/list-of-lists.ts';
import { LotlError, type LotlProblem } from '../../src/xml-lists/lotl-error.ts';
import { XmlListError } from '../../src/xml-lists/xml-list-error.ts';

it('a walk that fails has a reason, and the code of the standard in its finding', () => {
  const reasonOf = (problem: LotlProblem, cause?: Error) => refusedWalk(new LotlError(problem, cause)).reason;
  assert.equal(reasonOf('PIVOT_0_SIGNER_CERT_NOT_AUTHENTICATED_BY_PIVOT_1'), 'trust_list_signer');
  assert.equal(reasonOf('OJEU_LOCATION_INPUT_NOT_MATCHING_OJEU_LOCATION_IN_LOTL'), 'trust_list_signer');
  assert.equal(reasonOf('LOTL_NEXTUPDATE_PASSED'), 'trust_list_dates');
  assert.equal(reasonOf('LOTL_FILE_CONFLICT'), 'trust_list_profile');
  assert.equal(reasonOf('TOO_MANY_PIVOTS'), 'trust_list_profile');
  const cause = new XmlListError('doctype', 'The file has a document type');
  assert.equal(reasonOf('PIVOT_3_SIGNATURE_VERIFICATION_FAILED', cause), 'trust_list_malformed');
  assert.equal(reasonOf('PIVOT_3_SIGNATURE_VERIFICATION_FAILED'), 'trust_list_signature');
  const { findings } = refusedWalk(new LotlError('PIVOT_3_SIGNATURE_VERIFICATION_FAILED', cause));
  assert.match(findings[0]?.detail ?? '', /PIVOT_3_SIGNATURE_VERIFICATION_FAILED\. The file has a document type/);
});
