/** GET and POST the request object (OpenID4VP 1.0, 5.7 and 5.10): many times, until the request has ended. */
import { signJwt } from '@countersign/shared/crypto/jwt';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/errors';
import type { Operation } from '@countersign/shared/http/message';
import { credentialIssuer } from '@countersign/shared/identifiers';
import type { Platform } from '@countersign/shared/runtime/service';
import { changePresentation, findSession, type PresentationSession, refusing } from './presentation-session.ts';
import { createRequestObject, type RequestObject } from './protocol/request-object.ts';
import { parseWalletParameters, type WalletParameters } from './protocol/wallet-metadata.ts';
import { clientIdentifier } from './request-create.ts';
import { openRequest } from './sealed-request.ts';

/** Answers the signed request object; the first fetch makes `requested` of `created`. */
export function requestObject(platform: Platform): Operation {
  return (request) =>
    refusing(async () => {
      const { tenant, params } = request;
      const found = await findSession(platform, tenant, params.session);
      if (found === undefined || !sameHash(found.session.presentation.requestHash, found.hash)) throw unknown();
      if (found.session.presentation.configurationId !== params.requestId) throw unknown();
      checkOpen(platform, found.session);
      const parameters = request.method === 'POST' ? parseWalletParameters(request.body) : {};
      const raw = await signedRequest(platform, found.session, parameters);
      const stored = await changePresentation(platform, found.session, (part) => ({
        presentation: part.progress.state === 'created' ? { ...part, progress: { state: 'requested' } } : part,
      }));
      if (stored === undefined) throw ended();
      checkOpen(platform, stored);
      return { raw, contentType: 'application/oauth-authz-req+jwt', headers: { 'cache-control': 'no-store' } };
    });
}

function checkOpen({ clock }: Pick<Platform, 'clock'>, { presentation, expiresAt }: PresentationSession): void {
  const { state } = presentation.progress;
  if ((state !== 'created' && state !== 'requested') || clock() >= expiresAt) throw ended();
}

async function signedRequest(
  platform: Platform,
  session: PresentationSession,
  parameters: WalletParameters,
): Promise<string> {
  const { settings, keys, vaults } = platform;
  const key = await keys.signer(session.tenant, 'request');
  const issuer = credentialIssuer(settings.PUBLIC_URL, session.tenant);
  const request = openRequest(await vaults.of(session.tenant), session.id, session.presentation.sealedRequest);
  // The certificate was renewed since: the link names the old one, and wallets compare.
  if (clientIdentifier(settings, key, issuer) !== request.clientId) throw ended();
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
      expiresAt: session.expiresAt,
    });
  }
}

function unknown(): ProtocolError {
  return new ProtocolError('not_found', 'There is no such request');
}

function ended(): ProtocolError {
  return new ProtocolError('gone', 'The request was answered or has expired');
}
