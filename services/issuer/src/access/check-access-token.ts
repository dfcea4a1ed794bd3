import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { Grant } from '@countersign/shared/model/issuance/issuance-part';
import type { ResourceServer } from '../client/received.ts';
import { grantOf, grantOfToken, validToken } from '../session/grant.ts';
import { findSession } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { refusedToken } from '../session/refused-token.ts';
import type { PresentedToken } from './check-authorization-header.ts';
import { externalAccess, isExternal } from './external-access.ts';

/** The session and grant of an access token; the grant's token, end and configurations are those of this one. */
export interface Authorized {
  readonly session: IssuanceSession;
  readonly grant: Grant;
}

/** RFC 6750, 3.1: the token belongs to a grant that is neither revoked nor expired. @throws ProtocolError `invalid_token` */
export async function checkAccessToken({
  platform,
  external,
  configurations,
  request,
  scheme,
  token,
}: PresentedToken &
  Pick<ResourceServer, 'platform' | 'external' | 'configurations'> & {
    readonly request: OperationRequest;
  }): Promise<Authorized> {
  if (isExternal(token)) return externalAccess({ platform, external, configurations }, request, token);
  const found = await findSession(platform, request, token);
  const grant = found === undefined ? undefined : grantOf(found.session.issuance.progress);
  const valid = found && grant && validToken(grant, found.hash, platform.clock());
  if (found === undefined || grant === undefined || valid === undefined) {
    const why: Reasoned =
      found === undefined
        ? { reason: 'token_unknown', facts: { detail: 'no_session' } }
        : refusedToken(found.session.issuance.progress, found.hash, platform.clock());
    throw new ProtocolError('invalid_token', 'The access token is unknown, revoked or expired', { scheme, ...why });
  }
  return { session: found.session, grant: grantOfToken(grant, valid) };
}
