/**
 * Authentication codes of payments (`jti`, EUDI TS12 1.0.1, 3.6) that were accepted. Each is accepted once while its
 * credential lives, also after the session was erased. Only hashes are stored.
 */
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface AuthenticationCode extends TenantDocument {
  /** `<tenant>/<SHA-256 of the credential's issuer and the code>`. */
  readonly id: string;
  /** SHA-256 of the response: the same response may be tried again until it is accepted. */
  readonly answerHash: string;
  /** Milliseconds. */
  readonly endsAt: number;
}

export const authenticationCodes: TenantCollection<AuthenticationCode> = {
  perTenant: true,
  name: 'authenticationCodes',
  indexes: { tenant: { fields: ['tenant'] }, end: { fields: ['endsAt'] } },
};
