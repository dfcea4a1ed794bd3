import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Settings } from '@countersign/shared/settings/settings';
import type { WithProof } from './check-dpop-jkt.ts';

/** RFC 9449, 5; setting DPOP. @throws ProtocolError `invalid_dpop_proof` */
export function checkDpopRequired({
  proof,
  platform: { settings },
}: WithProof & { readonly platform: { readonly settings: Pick<Settings, 'DPOP'> } }): void {
  if (proof === undefined && settings.DPOP === 'required') {
    throw new ProtocolError('invalid_dpop_proof', 'A DPoP proof is needed');
  }
}
