/** GET and POST the request object (OpenID4VP 1.0, 5.7 and 5.10): repeatable until the request has ended. */
import { signJwtWith } from '@countersign/shared/crypto/jwt';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { parseReference, sameHash } from '@countersign/shared/crypto/wallet-reference';
import { checkTable } from '@countersign/shared/http/check-table';
import type { Reported, ReportingOperation } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { type FactsOf, reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { signerNote } from '@countersign/shared/keys/signer-note';
import { requestLife } from '@countersign/shared/model/session/issuance-attempt';
import { sessionByReference } from '@countersign/shared/model/session/session-change';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { responseEndpoint } from '@countersign/shared/openid4vp/request-link';
import type { Platform } from '@countersign/shared/runtime/service';
import { requestedFormats } from '../query/requested-formats.ts';
import { changePresentation } from '../session/change-presentation.ts';
import { refusing } from '../session/presentation-session.ts';
import { isExpiredOrSuperseded, isOpen, type PresentationSession } from '../session/presentation-state.ts';
import { fetchRequest } from '../session/presentation-transitions.ts';
import type { PrepareRequest } from './prepare-request.ts';
import { encryptRequestObject } from './request-encryption.ts';
import { requestKey } from './request-key.ts';
import { createRequestObject, type RequestObject } from './request-object.ts';
import { requestObjectReasons } from './request-object-reasons.ts';
import { openRequest, otherDeviceForm, type SealedRequest } from './sealed-request.ts';
import { checkSignature, parseWalletParameters, type WalletParameters } from './wallet-metadata.ts';

interface Fetched extends Reported {
  readonly platform: Platform;
  readonly prepareRequest: PrepareRequest;
}

type Found = Fetched & { readonly session: PresentationSession };

type Read = Found & { readonly stored: SealedRequest; readonly parameters: WalletParameters };

type Signed = Read & { readonly signed: string };

const check = {
  namedSession: async (known: Fetched) => ({ session: await namedSession(known) }),
  checkOpen: ({ platform, session }: Found) => checkOpen(platform, session),
  parseWalletParameters: async ({ platform, session, request }: Found) => {
    const vault = await platform.vaults.of(session.tenant);
    const stored = fetchedForm(openRequest(vault, session.id, session.presentation.sealedRequest), session, request);
    const isPost = request.method === 'POST';
    return {
      stored,
      parameters: isPost ? parseWalletParameters(request.body, requestedFormats(stored.dcqlQuery)) : {},
    };
  },
  signedRequest: async ({ platform, session, stored, parameters, reports }: Read) => ({
    signed: await signedRequest(platform, session, { request: stored, parameters, reports }),
  }),
  encryptForWallet: (read: Signed) => ({ raw: encryptForWallet(read) }),
};

/** The signed request, encrypted if the wallet asks for it. A key that cannot be used is noted in the trace. */
function encryptForWallet({ platform: { settings, random }, reports, parameters, signed }: Signed): string {
  const { encryption: wanted } = parameters;
  if (settings.REQUEST_ENCRYPTION === 'never' || wanted === undefined) return signed;
  if (wanted.kind === 'usable') return encryptRequestObject(signed, wanted.encryption, random);
  reports.notes.push(reasoned(requestObjectReasons, 'request_encryption_unusable', wanted.facts));
  return signed;
}

/** The checks of a fetch, in order. */
const fetchChecks = checkTable<{ readonly fetch: Fetched }>()
  .row(check.namedSession, 'fetch')
  .row(check.checkOpen, 'fetch')
  .row(check.parseWalletParameters, 'fetch')
  .row(check.signedRequest, 'fetch')
  .row(check.encryptForWallet, 'fetch');

/** Answers the signed request object; the first fetch moves the request from `created` to `requested`. */
export function requestObject(platform: Platform, prepareRequest: PrepareRequest): ReportingOperation {
  return (request, reports) =>
    refusing(async () => {
      const asked = { platform, prepareRequest, request, reports };
      const { session, raw } = await fetchChecks.run('fetch', asked);
      const fetched = await changePresentation(platform, session, fetchRequest);
      if (fetched === undefined) throw ended('erased');
      checkOpen(platform, fetched.session);
      return { raw, contentType: 'application/oauth-authz-req+jwt', headers: { 'cache-control': 'no-store' } };
    });
}

/** The session whose request this address names. In an issuance, a fetch that precedes the event prepares the request. */
async function namedSession(asked: Fetched): Promise<PresentationSession> {
  const { platform, prepareRequest, request } = asked;
  const { requestId = '', session: reference } = request.params;
  const found = await sessionByReference(platform, asked, reference);
  if (found === undefined) throw unknown('no_session');
  const { session, hash } = found;
  const named = session.kind === 'issuance' ? await prepareRequest(session, hash) : ownRequest(session, hash);
  if (named === undefined) throw unknown('another_request');
  // An issuance's configuration may have been removed, and a link may be put together of two.
  if (named.presentation.configurationId !== requestId) throw unknown('another_configuration');
  return named;
}

function ownRequest(session: SessionDocument, hash: string): PresentationSession | undefined {
  const { presentation } = session;
  if (presentation === undefined) return undefined;
  const { requestHash, otherDevice } = presentation;
  const named = sameHash(requestHash, hash) || (otherDevice !== undefined && sameHash(otherDevice.requestHash, hash));
  return named ? { ...session, presentation } : undefined;
}

/** A button may offer two addresses of one request; each has its own `state`. */
function fetchedForm(stored: SealedRequest, { presentation }: PresentationSession, { params }: Fetched['request']) {
  const hash = parseReference(params.session)?.hash;
  const { otherDevice } = presentation;
  if (stored.otherDevice === undefined || otherDevice === undefined || hash === undefined) return stored;
  return sameHash(otherDevice.requestHash, hash) ? otherDeviceForm(stored) : stored;
}

function checkOpen({ clock }: Pick<Platform, 'clock'>, session: PresentationSession): void {
  const { state } = session.presentation.progress;
  if (!isOpen(session.presentation)) throw ended('answered', { state });
  const now = clock();
  if (!isExpiredOrSuperseded(session, now)) return;
  throw ended('expired', { state, expiredSeconds: Math.round((now - requestLife(session).expiresAt) / 1000) });
}

interface ToSign extends Pick<Reported, 'reports'> {
  readonly request: SealedRequest;
  readonly parameters: WalletParameters;
}

async function signedRequest(
  platform: Platform,
  session: PresentationSession,
  { request, parameters, reports }: ToSign,
): Promise<string> {
  const issuer = credentialIssuer(platform.settings.PUBLIC_URL, session.tenant);
  // An interaction's request is part of the response to the wallet that has its `auth_session`.
  if (request.interaction !== undefined) throw unknown('of_an_interaction');
  // The link identifies the certificate that it was created with, and wallets compare them. After a rotation that
  // certificate keeps signing.
  const key = await requestKey(platform, session.tenant, request);
  if (key === undefined) throw ended('certificate_replaced');
  checkSignature(parameters, key.alg);
  if (key.anchor === undefined) reports.notes.push(signerNote('request_signed', key, request.keySet));
  const { header, payload } = requestOf(key);
  return signJwtWith(key, { header, payload });

  function requestOf({ x5c }: SigningKey): RequestObject {
    const { encryptionKey, registrationCertificate: certificate } = request;
    const { encryption: _, signatures: __, ...walletParameters } = parameters;
    return createRequestObject({
      clientId: request.clientId,
      responseUri: responseEndpoint(issuer),
      responseMode: request.responseMode,
      nonce: session.presentation.nonce,
      state: request.state,
      dcqlQuery: request.dcqlQuery,
      transactionData: request.transactionData,
      ...(encryptionKey === undefined ? {} : { encryptionKey }),
      ...(certificate === undefined ? {} : { verifierInfo: { format: 'registration_cert', data: certificate } }),
      ...walletParameters,
      x5c,
      now: platform.clock(),
      expiresAt: requestLife(session).expiresAt,
    });
  }
}

function unknown(detail: string): ProtocolError {
  return new ProtocolError('not_found', 'There is no such request', {
    reason: 'request_unknown',
    facts: { detail },
  });
}

function ended(detail: string, facts: FactsOf<'request_ended'> = {}): ProtocolError {
  return new ProtocolError('gone', 'The request was already used or has expired', {
    reason: 'request_ended',
    facts: { ...facts, detail },
  });
}
