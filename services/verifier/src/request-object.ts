/** GET and POST the request object (OpenID4VP 1.0, 5.7 and 5.10): repeatable until the request has ended. */
import { signJwt } from '@countersign/shared/crypto/jwt';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { requestLife } from '@countersign/shared/model/issuance-attempt';
import { changePresentation } from '@countersign/shared/model/presentation/change-presentation';
import { isOpen, isOver, type PresentationSession } from '@countersign/shared/model/presentation/presentation-state';
import { fetchRequest } from '@countersign/shared/model/presentation/presentation-transitions';
import { sessionByReference } from '@countersign/shared/model/session-change';
import { clientIdentifier } from '@countersign/shared/openid4vp/verifier-identity';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Configurations } from './configurations.ts';
import { prepareRequest } from './prepare-request.ts';
import { refusing } from './presentation-session.ts';
import { createRequestObject, type RequestObject } from './protocol/request-object.ts';
import { parseWalletParameters, type WalletParameters } from './protocol/wallet-metadata.ts';
import { openRequest } from './sealed-request.ts';

/** Answers the signed request object; the first fetch moves the request from `created` to `requested`. */
export function requestObject(platform: Platform, configurations: Configurations): Operation {
  return (request) =>
    refusing(async () => {
      const { params } = request;
      const session = await namedSession(platform, configurations, request);
      if (session === undefined || session.presentation.configurationId !== params.requestId) throw unknown();
      checkOpen(platform, session);
      const parameters = request.method === 'POST' ? parseWalletParameters(request.body) : {};
      const raw = await signedRequest(platform, session, parameters);
      const fetched = await changePresentation(platform, session, fetchRequest);
      if (fetched === undefined) throw ended();
      checkOpen(platform, fetched.session);
      return { raw, contentType: 'application/oauth-authz-req+jwt', headers: { 'cache-control': 'no-store' } };
    });
}

/** The session whose request this address names. In an issuance, a fetch that precedes the event prepares the request. */
async function namedSession(
  platform: Platform,
  configurations: Configurations,
  request: OperationRequest,
): Promise<PresentationSession | undefined> {
  const found = await sessionByReference(platform, request, request.params.session);
  if (found === undefined) return undefined;
  const { session, hash } = found;
  if (session.kind === 'issuance') return prepareRequest(platform, configurations, session, hash);
  const { presentation } = session;
  return presentation !== undefined && sameHash(presentation.requestHash, hash)
    ? { ...session, presentation }
    : undefined;
}

function checkOpen({ clock }: Pick<Platform, 'clock'>, session: PresentationSession): void {
  if (!isOpen(session.presentation) || isOver(session, clock())) throw ended();
}

async function signedRequest(
  platform: Platform,
  session: PresentationSession,
  parameters: WalletParameters,
): Promise<string> {
  const { settings, keys, vaults, requirementsOf } = platform;
  const key = await keys.signer(session.tenant, 'request');
  const issuer = credentialIssuer(settings.PUBLIC_URL, session.tenant);
  const request = openRequest(await vaults.of(session.tenant), session.id, session.presentation.sealedRequest);
  // The request of an interaction is part of the answer to the wallet that has its `auth_session`.
  if (request.interaction !== undefined) throw unknown();
  // The certificate was replaced after the link was created: the link names the old one, and wallets compare them.
  if (clientIdentifier(requirementsOf(session.tenant), key, issuer) !== request.clientId) throw ended();
  const { header, payload } = requestOf();
  return signJwt({ header, payload, privateKey: key.privateKey });

  function requestOf(): RequestObject {
    const { encryptionKey, registrationCertificate: certificate } = request;
    return createRequestObject({
      clientId: request.clientId,
      responseUri: `${issuer}/oid4vp/response`,
      responseMode: request.responseMode,
      nonce: session.presentation.nonce,
      state: request.state,
      dcqlQuery: request.dcqlQuery,
      transactionData: request.transactionData,
      ...(encryptionKey === undefined ? {} : { encryptionKey }),
      ...(certificate === undefined ? {} : { verifierInfo: { format: 'registration_cert', data: certificate } }),
      ...parameters,
      x5c: key.x5c,
      now: platform.clock(),
      expiresAt: requestLife(session).expiresAt,
    });
  }
}

function unknown(): ProtocolError {
  return new ProtocolError('not_found', 'There is no such request');
}

function ended(): ProtocolError {
  return new ProtocolError('gone', 'The request was answered or has expired');
}
