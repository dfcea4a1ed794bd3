/** Parameters of a token request, and the sessions that its codes name. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { missingParameter } from '../client/missing-parameter.ts';
import type { Received } from '../client/received.ts';
import { text, type WalletParameters } from '../client/wallet-parameters.ts';
import { PRE_AUTHORIZED_CODE_GRANT } from '../configuration/authorization-server-metadata.ts';
import { type FoundSession, findSession } from '../session/issuance-session.ts';
import { invalidCode, invalidPreAuthorizedCode } from './token-transitions.ts';

/**
 * RFC 6749, 4.1.3 and 5.2: the token request must specify a grant that is offered here.
 * @throws ProtocolError `invalid_request`, `unsupported_grant_type`
 */
export function checkGrantType({ parameters }: WalletParameters): void {
  const grantType = text(parameters, 'grant_type');
  if (grantType === undefined) {
    throw new ProtocolError('invalid_request', 'grant_type is missing', unknownGrant(undefined));
  }
  if (grantType !== 'authorization_code' && grantType !== PRE_AUTHORIZED_CODE_GRANT) {
    throw new ProtocolError('unsupported_grant_type', 'This grant type is not supported', unknownGrant(grantType));
  }
}

/** Why a grant type is refused. @param offered the tenant's grant types */
export function unknownGrant(
  received: string | undefined,
  offered: readonly string[] = ['authorization_code', PRE_AUTHORIZED_CODE_GRANT],
): Reasoned {
  const facts = { expectedAny: offered, ...(received === undefined ? {} : { received }) };
  return { reason: 'grant_type', facts };
}

/** RFC 6749, 4.1.3. @throws ProtocolError `invalid_request` */
export function checkCodeGiven({ parameters }: WalletParameters): { readonly code: string } {
  const code = text(parameters, 'code');
  if (code === undefined) throw missingParameter(parameters, 'code');
  return { code };
}

/** OpenID4VCI 1.0, 6.1. @throws ProtocolError `invalid_request` */
export function checkPreAuthorizedCodeGiven({ parameters }: WalletParameters): { readonly code: string } {
  const code = text(parameters, 'pre-authorized_code');
  if (code === undefined) throw missingParameter(parameters, 'pre-authorized_code');
  return { code };
}

/** RFC 6749, 6. @throws ProtocolError `invalid_request` */
export function checkRefreshTokenGiven({ parameters }: WalletParameters): { readonly refreshToken: string } {
  const refreshToken = text(parameters, 'refresh_token');
  if (refreshToken === undefined) throw missingParameter(parameters, 'refresh_token');
  return { refreshToken };
}

/**
 * RFC 6749, 4.1.3: the code must belong to a session. The transition decides whether it is valid for this request.
 * @throws ProtocolError `invalid_grant`
 */
export async function checkCode({
  platform,
  request,
  reports,
  code,
}: Pick<Received, 'platform' | 'request' | 'reports'> & { readonly code: string }): Promise<{
  readonly found: FoundSession;
}> {
  const found = await findSession(platform, { request, reports }, code);
  if (found === undefined) throw invalidCode({ reason: 'code_unknown' });
  return { found };
}

/**
 * OpenID4VCI 1.0, 6.1 and 6.3: the code must belong to a session. The transition decides whether it is still valid.
 * @throws ProtocolError `invalid_grant`
 */
export async function checkPreAuthorizedCode({
  platform,
  request,
  reports,
  code,
}: Pick<Received, 'platform' | 'request' | 'reports'> & { readonly code: string }): Promise<{
  readonly found: FoundSession;
}> {
  const found = await findSession(platform, { request, reports }, code);
  if (found === undefined) throw invalidPreAuthorizedCode({ reason: 'pre_authorized_code_unknown' });
  return { found };
}
