import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Settings } from '@countersign/shared/settings/settings';

/** RFC 9126, 5 (`require_pushed_authorization_requests`); setting PAR. @throws ProtocolError `invalid_request` */
export function checkPushed({
  platform: { settings },
}: {
  readonly platform: { readonly settings: Pick<Settings, 'PAR'> };
}): void {
  if (settings.PAR === 'required') {
    throw new ProtocolError('invalid_request', 'The authorization request must be pushed first');
  }
}
