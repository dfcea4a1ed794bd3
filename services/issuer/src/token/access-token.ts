/** What an access token gives access to (RFC 6750; RFC 9449, 7). */
import type { Grant } from '@countersign/shared/model/sessions';
import type { IssuanceSession } from '../session/issuance-session.ts';

export interface Authorized {
  readonly session: IssuanceSession;
  readonly grant: Grant;
}
