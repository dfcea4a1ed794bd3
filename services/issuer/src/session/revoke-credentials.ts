/** Revokes the credentials of a configuration in an earlier session, because newer ones replace them. */
import { STATUS } from '@countersign/shared/crypto/status-bits';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { StatusUpdate } from '@countersign/shared/messages/status-update';
import type { Platform } from '@countersign/shared/runtime/service';

export interface OlderCredentials {
  readonly tenant: string;
  readonly session: string;
  readonly configuration: string;
  /** Whether their refresh token lives on: then it has renewed them. */
  readonly renewals: 'continue' | 'end';
}

/** Can be repeated. Nothing happens if they have no status entry. */
export async function revokeCredentials(
  { call }: Pick<Platform, 'call'>,
  id: string,
  { tenant, session, configuration, renewals }: OlderCredentials,
): Promise<void> {
  const body: StatusUpdate = { sessionId: session, credentialConfigurationId: configuration, status: STATUS.revoked };
  const request = { id, tenant, method: 'PUT', url: '', params: {}, query: {}, headers: {}, body } as const;
  try {
    await call(renewals === 'continue' ? 'status.supersede' : 'status.update', { ...request, encoding: 'json' });
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.code !== 'not_found') throw error;
  }
}
