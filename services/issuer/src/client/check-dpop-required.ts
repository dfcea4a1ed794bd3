import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { WithProof } from './check-dpop-jkt.ts';

/** RFC 9449, 5; setting DPOP; HAIP 1.0, 4. @throws ProtocolError `invalid_dpop_proof` */
export function checkDpopRequired({
  proof,
  requirements,
}: WithProof & { readonly requirements: Pick<Requirements, 'dpop'> }): void {
  if (proof === undefined && requirements.dpop === 'required') {
    throw new ProtocolError('invalid_dpop_proof', 'A DPoP proof is needed', { reason: 'dpop_missing' });
  }
}
