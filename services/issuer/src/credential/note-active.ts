/** Whom a credential is about, noted before it is sent, if a holder has only one valid credential of its configuration. */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import { activeCredentials, activeCredentialsId } from '@countersign/shared/model/session/active-credentials';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { denied } from '../claims/claims-wait.ts';
import { type OneActive, subjectValues } from '../configuration/one-active.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { notedActive, notedAgain } from '../session/one-active-transitions.ts';

export interface AboutToSend {
  readonly session: IssuanceSession;
  readonly configuration: { readonly id: string; readonly oneActive: OneActive };
  readonly claims: JsonObject;
  /** End of the credential, seconds. */
  readonly exp?: number;
  /** True if the wallet receives no id for its notification. */
  readonly unreported?: boolean | undefined;
}

/** @throws ProtocolError `credential_request_denied` if a newer one has replaced those of this session */
export async function noteActive(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  vault: Vault,
  { session, configuration: { id: configuration, oneActive }, claims, exp, unreported }: AboutToSend,
): Promise<void> {
  const { id, tenant, firstSession } = session;
  const values = JSON.stringify([configuration, subjectValues(oneActive, claims)]);
  const isUnreported = unreported === true || oneActive.unreported === true;
  const noted = notedActive({
    id: activeCredentialsId(tenant, id, configuration),
    tenant,
    subject: hmacSha256(vault.derive('one-active'), values).toString('base64url'),
    configuration,
    session: id,
    ...(firstSession === undefined ? {} : { firstSession }),
    issuedAt: clock(),
    ...(isUnreported ? { unreported: true } : {}),
    ...(exp === undefined ? {} : { removeAt: exp * 1000 }),
  });
  const own = ofTenant(store, tenant);
  if ((await own.insert(activeCredentials, noted)) !== undefined) return;
  const stored = await own.update(activeCredentials, noted.id, (present) => notedAgain(present, noted));
  if (stored?.state !== 'replaced') return;
  throw denied({ reason: 'issuance_ended', facts: { state: session.issuance.progress.state, detail: 'replaced' } });
}
