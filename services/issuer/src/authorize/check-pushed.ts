import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import { ProtocolError } from '@countersign/shared/kernel/errors';

/** RFC 9126, 5 (`require_pushed_authorization_requests`); setting PAR; HAIP 1.0, 4. @throws ProtocolError `invalid_request` */
export function checkPushed({ requirements }: { readonly requirements: Pick<Requirements, 'par'> }): void {
  if (requirements.par === 'required') {
    throw new ProtocolError('invalid_request', 'The authorization request must be pushed first', {
      reason: 'par_required',
    });
  }
}
