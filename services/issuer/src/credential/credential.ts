/**
 * POST credential (OpenID4VCI 1.0, 8). The order makes it safe under crashes: checks, claims, indexes (idempotent on
 * the proofs), nonce mark, record, sign, respond; in one process entry and record are written at the same time. A 503
 * of the status service uses up no nonce; a sent credential is always recorded; a crash loses an index, and never
 * duplicates one.
 */

import type { OperationRequest } from '@countersign/shared/http/message';
import type { ReportingOperation } from '@countersign/shared/http/reports';
import type { Platform } from '@countersign/shared/runtime/service';
import { waitForClaims } from '../claims/claims-wait.ts';
import { requirementsOfRequest } from '../client/requirements-of-request.ts';
import { chainedStatuses } from './chained-statuses.ts';
import { credentialChecks } from './checks.ts';
import { answerHeaders, type CredentialDependencies, credentialReply, nextNonce } from './credential-answer.ts';
import { type CredentialRequestContext, prepareCredentials } from './credential-issue.ts';
import { deferCredential } from './deferred.ts';
import { markNonce, recordIssued } from './record-issued.ts';

/** Milliseconds reserved for issuing the credential after the wait for its claims. */
const LEFT_FOR_ANSWER = 2000;

/** Answers `{credentials, notification_id}`, or 202 `{transaction_id, interval}`, both with a nonce unless the dialect is `standard`. */
export function credentialEndpoint(dependencies: CredentialDependencies): ReportingOperation {
  const { platform, nonces, settleClaims, arrivals, attributeProviders } = dependencies;
  return async (request, reports) => {
    const requirementsOf = requirementsOfRequest(dependencies.requirementsOf);
    const own = { ...dependencies, requirementsOf };
    const checked = await credentialChecks.run('credential', { ...own, request, reports });
    const { grant, credentialRequest, configuration, proofs, holders } = checked;
    const wait = timeToWait(platform, request);
    const { claims, session } = await waitForClaims(
      { platform, settleClaims, arrivals, attributeProviders },
      checked.session,
      configuration,
      wait,
    );
    const authorized = { ...checked, session };
    const { keys, statuses: attested } = proofs;
    const { notes } = reports;
    const asked = { session, configuration, keys, holders, claims };
    const context: CredentialRequestContext = { ...asked, statuses: attested, notes };
    if (claims.state === 'expected') {
      await markNonce({ nonces, request, nonce: proofs.nonce });
      return deferCredential(own, authorized, context);
    }
    const chained = await chainedStatuses(platform, { ...context, grant });
    const { sign, exp } = await prepareCredentials({ ...platform, requirementsOf }, { ...context, chained });
    const notificationId = platform.random(16).toString('base64url');
    const references = await recordIssued({
      platform,
      nonces,
      request,
      authorized,
      notificationId,
      nonce: proofs.nonce,
      context: { ...context, chained },
      allocation: { exp, cause: credentialRequest.proofs },
    });
    const credentials = await sign(references);
    return credentialReply(platform, authorized, {
      content: {
        credentials: credentials.map((credential) => ({ credential })),
        notification_id: notificationId,
        ...(await nextNonce(own, request.tenant)),
      },
      headers: await answerHeaders(own, authorized),
    });
  };
}

/** CLAIMS_WAIT, or less if the caller's deadline is earlier; milliseconds. */
function timeToWait({ settings, clock }: Platform, { deadline }: OperationRequest): number {
  if (deadline === undefined) return settings.CLAIMS_WAIT;
  return Math.max(0, Math.min(settings.CLAIMS_WAIT, deadline - clock() - LEFT_FOR_ANSWER));
}
