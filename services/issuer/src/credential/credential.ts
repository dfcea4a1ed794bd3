/**
 * POST credential (OpenID4VCI 1.0, 8). The order is what makes it right under crashes: checks, claims, indexes
 * (idempotent on the proofs), nonce mark, record, sign, answer. A 503 of the status service burns no nonce; a
 * credential that left is always recorded; a crash costs an index, never a duplicate.
 */

import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { checkRoom, recordCredentials } from '@countersign/shared/model/issuance/credentials';
import { isEnded } from '@countersign/shared/model/issuance/personal-data';
import type { Platform } from '@countersign/shared/runtime/service';
import { denied, goneSession, waitForClaims } from '../claims/claims-wait.ts';
import type { Configuration } from '../metadata/listed-configuration.ts';
import { type CredentialRequest, parseCredentialRequest } from '../protocol/credential-request.ts';
import { verifyKeyProofs } from '../protocol/key-proof.ts';
import { changeIssuance } from '../session/issuance-session.ts';
import { type Authorized, authorizeByToken } from '../token/access-token.ts';
import { answerHeaders, type CredentialDependencies, nextNonce } from './credential-answer.ts';
import {
  type Asked,
  allocateStatus,
  issuedCredentials,
  mostCredentials,
  resolvedPayloads,
  type StatusReference,
  sign,
} from './credential-issue.ts';
import type { CredentialNonces } from './credential-nonce.ts';
import { deferCredential } from './deferred.ts';

/** Milliseconds that are left for making the credential when the wait for its claims has ended. */
const LEFT_FOR_ANSWER = 2000;

/** Answers `{credentials, notification_id}`, or 202 `{transaction_id, interval}`, both with a nonce unless the dialect is `standard`. */
export function credentialEndpoint(dependencies: CredentialDependencies): Operation {
  const { platform, configurations, nonces, dpop } = dependencies;
  return async (request) => {
    const authorized = await authorizeByToken(platform, dpop, request);
    const { session } = authorized;
    // What credentials are made of went with the end.
    if (isEnded(session.issuance.progress)) throw denied();
    const asked = parseCredentialRequest(bodyObject(request), platform.settings.BATCH_SIZE);
    const configuration = await requestedConfiguration(dependencies, authorized, asked);
    const proofs = verifyKeyProofs({
      proofs: asked.proofs,
      issuer: credentialIssuer(platform.settings.PUBLIC_URL, request.tenant),
      now: platform.clock(),
      ...(authorized.grant.clientId === undefined ? {} : { clientId: authorized.grant.clientId }),
      nonceAlive: await nonces.aliveCheck(request.tenant),
    });
    // Decided again when they are recorded; here no status index is taken for what is refused.
    checkRoom(session.issuance, asked.id, proofs.keys.length, mostCredentials(platform.settings));
    const wait = timeToWait(platform, request);
    const claims = await waitForClaims({ platform, configurations }, session, configuration, wait);
    const what: Asked = { session, configuration, keys: proofs.keys, claims };
    if (claims.state === 'expected') {
      await useNonce(nonces, request.tenant, proofs.nonce);
      return deferCredential(dependencies, authorized, what);
    }
    const payloads = await resolvedPayloads(platform, what);
    const statuses = await allocateStatus(platform, request, what, asked.proofs);
    await useNonce(nonces, request.tenant, proofs.nonce);
    const notificationId = platform.random(16).toString('base64url');
    await record(platform, authorized, what, statuses, notificationId);
    const credentials = await sign(platform, request.tenant, configuration, payloads(statuses));
    return {
      body: {
        credentials: credentials.map((credential) => ({ credential })),
        notification_id: notificationId,
        ...(await nextNonce(dependencies, request.tenant)),
      },
      headers: await answerHeaders(dependencies, authorized),
    };
  };
}

/** CLAIMS_WAIT, or less where the caller does not wait that long. */
function timeToWait({ settings, clock }: Platform, { deadline }: OperationRequest): number {
  if (deadline === undefined) return settings.CLAIMS_WAIT;
  return Math.max(0, Math.min(settings.CLAIMS_WAIT, deadline - clock() - LEFT_FOR_ANSWER));
}

async function useNonce(nonces: CredentialNonces, tenant: string, nonce: string): Promise<void> {
  if (!(await nonces.use(tenant, nonce))) {
    throw new ProtocolError('invalid_nonce', 'The nonce is not valid any more; fetch a new one');
  }
}

/** OpenID4VCI 1.0, 8.2 and 8.3.1.2. */
async function requestedConfiguration(
  { configurations }: CredentialDependencies,
  { session, grant }: Authorized,
  asked: CredentialRequest,
): Promise<Configuration> {
  // Identifiers are handed out only with authorization_details, and are then those of the configurations.
  if (
    asked.by === 'credential_identifier' &&
    !(grant.authorizationDetails && grant.configurationIds.includes(asked.id))
  ) {
    throw new ProtocolError('unknown_credential_identifier', 'The credential identifier is unknown');
  }
  const configuration = await configurations.get(session.tenant, asked.id);
  if (configuration === undefined) {
    throw new ProtocolError('unknown_credential_configuration', 'The credential configuration is unknown');
  }
  if (!grant.configurationIds.includes(asked.id)) {
    throw new ProtocolError('credential_request_denied', 'The access token does not cover this credential');
  }
  return configuration;
}

async function record(
  platform: Platform,
  { session, grant }: Authorized,
  asked: Asked,
  statuses: readonly StatusReference[],
  notificationId: string,
): Promise<void> {
  const now = platform.clock();
  const credentials = issuedCredentials(asked, statuses, notificationId, now);
  const most = mostCredentials(platform.settings);
  const changed = await changeIssuance(platform, session, (present) =>
    recordCredentials(present, { tokenHash: grant.tokenHash, now, credentials, most }),
  );
  if (changed === undefined) throw goneSession();
}
