/**
 * Deferred credentials (OpenID4VCI 1.0, 9): the proven keys of a credential request are stored until its claims arrive.
 * The signed response is stored too, sealed but not encrypted for the wallet, and repeated until the wallet reports it,
 * for ten minutes at most: signing again would put one index into two credentials. Each response is encrypted to its
 * own request's key. By default the wallet receives no notification id, which 9.2 leaves open: some wallets reject it
 * here.
 */
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import type { ReportingOperation } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import type { DeferredCredential } from '@countersign/shared/model/session/issuance-part';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Authorized } from '../access/token-checks.ts';
import { claimsNow, denied, goneSession } from '../claims/claims-wait.ts';
import { requirementsOfRequest } from '../client/requirements-of-request.ts';
import { mostCredentials } from '../configuration/batch-size.ts';
import { checkAttestationStatuses } from '../proof/check-key-attestation-status.ts';
import { holderDigests } from '../proof/holder-digests.ts';
import { type AttestationStatus, keptStatuses } from '../session/attestation-status.ts';
import { changeIssuance } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { openWalletStatus } from '../token/wallet-status.ts';
import { chainedStatuses } from './chained-statuses.ts';
import { credentialChecks } from './checks.ts';
import { answerHeaders, type CredentialDependencies, credentialReply, nextNonce } from './credential-answer.ts';
import {
  allocateStatus,
  type CredentialRequestContext,
  issuedCredentials,
  prepareCredentials,
} from './credential-issue.ts';
import { deferRequest, deliverDeferred } from './credential-transitions.ts';
import type { ResponseEncryption } from './response-encryption.ts';

/** Seconds after which the wallet retries. */
const INTERVAL = 5;
/** Limit of requests for one transaction in POLLS_WINDOW milliseconds. */
const MAX_POLLS = 300;
const POLLS_WINDOW = 300_000;

/** A checked request: the session and grant of its token, and how it wants its response. */
type Answerable = Authorized & {
  readonly responseEncryption: ResponseEncryption | undefined;
  readonly encrypted: boolean;
};

/** Stores a credential request whose claims have not arrived, and returns 202. The caller has used its nonce. */
export async function deferCredential(
  dependencies: CredentialDependencies,
  authorized: Answerable,
  { session, configuration, keys, holders, statuses }: CredentialRequestContext,
): Promise<OperationReply> {
  const { platform } = dependencies;
  const vault = await platform.vaults.of(session.tenant);
  const transaction = newReference(session.handle, platform.random);
  const deferred: DeferredCredential = {
    transactionHash: transaction.hash,
    configurationId: configuration.id,
    sealedKeys: vault.seal(JSON.stringify(keys), `session/${session.id}/deferred`),
    ...(statuses.length === 0 ? {} : { sealedStatuses: vault.seal(JSON.stringify(statuses), statusContext(session)) }),
    ...sealedEncryption(vault, authorized),
  };
  const { tokenHash } = authorized.grant;
  const most = mostCredentials(platform.settings, configuration);
  const changed = await changeIssuance(platform, session, (present) =>
    deferRequest(present, {
      tokenHash,
      now: platform.clock(),
      deferred,
      holders,
      most,
    }),
  );
  if (changed === undefined) throw goneSession();
  return stillWaiting(dependencies, authorized, transaction.text);
}

/**
 * POST deferred: 202 until the claims arrive, then the credentials. Claims, statuses and times are taken at delivery.
 */
export function deferredCredential(server: CredentialDependencies): ReportingOperation {
  const { platform, configurations, settleClaims, attributeProviders } = server;
  return async (request, reports) => {
    const dependencies = { ...server, requirementsOf: requirementsOfRequest(server.requirementsOf) };
    const checked = await credentialChecks.run('deferred', { ...dependencies, request, reports });
    const { transactionId, deferred } = checked;
    const { tenant } = checked.session;
    const responseEncryption =
      checked.responseEncryption ?? (await firstEncryption(platform, checked.session, deferred));
    await limitPolls(platform, tenant, deferred);
    if (deferred.delivered !== undefined) {
      return kept(dependencies, { ...checked, responseEncryption }, deferred.delivered.sealedAnswer);
    }
    const configuration = await configurations.get(tenant, deferred.configurationId);
    if (configuration === undefined) {
      throw denied({ reason: 'configuration_removed', facts: { configurationId: deferred.configurationId } });
    }
    const { claims, session } = await claimsNow(
      { platform, settleClaims, attributeProviders },
      checked.session,
      configuration,
    );
    const authorized = { ...checked, session, responseEncryption };
    if (claims.state === 'expected') return stillWaiting(dependencies, authorized, transactionId);
    const asked = { session, configuration, claims, notes: reports.notes };
    const context = { ...asked, ...(await deferredKeys(platform, session, deferred)) };
    await checkStillValid(dependencies, authorized, context.statuses);
    const chained = await chainedStatuses(platform, { ...context, grant: authorized.grant });
    return deliver(dependencies, request, { authorized, context: { ...context, chained }, deferred });
  };
}

/** The wallet and its keys may have been revoked during the wait. @throws ProtocolError `credential_request_denied`; `temporarily_unavailable` */
async function checkStillValid(
  dependencies: CredentialDependencies,
  { session, grant }: Authorized,
  keys: readonly AttestationStatus[],
): Promise<void> {
  const { vaults, clock } = dependencies.platform;
  const { tenant } = session;
  const wallet = openWalletStatus(await vaults.of(tenant), session, grant);
  const statuses = [...keptStatuses(wallet, clock()), ...keys];
  await checkAttestationStatuses(dependencies, { tenant, statuses, refusal: 'credential_request_denied' });
}

/** The proven keys of the request that was deferred, with the statuses of their attestations. */
async function deferredKeys(
  { vaults }: Platform,
  session: IssuanceSession,
  { sealedKeys, sealedStatuses }: DeferredCredential,
): Promise<Pick<CredentialRequestContext, 'keys' | 'holders' | 'statuses'>> {
  const vault = await vaults.of(session.tenant);
  const keys = parseJson(vault.open(sealedKeys, `session/${session.id}/deferred`)) as unknown as readonly PublicJwk[];
  const statuses: unknown =
    sealedStatuses === undefined ? [] : parseJson(vault.open(sealedStatuses, statusContext(session)));
  return { keys, holders: holderDigests(session.id, keys), statuses: statuses as readonly AttestationStatus[] };
}

/** In drafts every deferred response uses the credential request's key. In 1.0 (9.1) each request contains its own. */
function sealedEncryption(
  vault: Vault,
  { session, encrypted, responseEncryption }: Answerable,
): Pick<DeferredCredential, 'sealedEncryption'> {
  if (encrypted || responseEncryption === undefined) return {};
  return { sealedEncryption: vault.seal(JSON.stringify(responseEncryption), encryptionContext(session)) };
}

async function firstEncryption(
  { vaults }: Platform,
  session: IssuanceSession,
  { sealedEncryption: sealed }: DeferredCredential,
): Promise<ResponseEncryption | undefined> {
  if (sealed === undefined) return undefined;
  const vault = await vaults.of(session.tenant);
  return parseJson(vault.open(sealed, encryptionContext(session))) as unknown as ResponseEncryption;
}

function encryptionContext({ id }: IssuanceSession): string {
  return `session/${id}/deferred-encryption`;
}

function statusContext({ id }: IssuanceSession): string {
  return `session/${id}/deferred-statuses`;
}

/** @throws ProtocolError `rate_limited` for a wallet that polls more than once per second for minutes */
async function limitPolls({ cache }: Platform, tenant: string, { transactionHash }: DeferredCredential): Promise<void> {
  if ((await cache.increment(`${tenant}:deferred:${transactionHash}`, POLLS_WINDOW)) <= MAX_POLLS) return;
  const limitSeconds = POLLS_WINDOW / 1000;
  throw new ProtocolError('rate_limited', 'Too many requests for this transaction', {
    reason: 'deferred_too_soon',
    facts: { most: MAX_POLLS, limitSeconds, retryAfterSeconds: limitSeconds },
    headers: { 'retry-after': String(limitSeconds) },
  });
}

interface Delivery {
  readonly authorized: Answerable;
  readonly context: CredentialRequestContext;
  readonly deferred: DeferredCredential;
}

async function deliver(
  dependencies: CredentialDependencies,
  request: OperationRequest,
  { authorized, context, deferred }: Delivery,
): Promise<OperationReply> {
  const { platform } = dependencies;
  const { transactionHash } = deferred;
  const { session, configuration } = context;
  const unreported = platform.settings.DEFERRED_NOTIFICATION !== 'on';
  const { sign, exp } = await prepareCredentials(platform, { ...context, unreported });
  const cause = `deferred ${transactionHash}`;
  const statuses = await allocateStatus(platform, request, context, { exp, cause });
  const notificationId = platform.random(16).toString('base64url');
  const signed = await sign(statuses);
  const answer = JSON.stringify({
    credentials: signed.map((credential) => ({ credential })),
    ...(unreported ? {} : { notification_id: notificationId }),
    ...(await nextNonce(dependencies, session.tenant)),
  });
  const vault = await platform.vaults.of(session.tenant);
  const sealedAnswer = vault.seal(answer, `session/${session.id}/deferred-answer`);
  const now = platform.clock();
  const { tokenHash } = authorized.grant;
  const most = mostCredentials(platform.settings, configuration);
  const credentials = issuedCredentials(context, statuses, notificationId, now);
  const made = { transactionHash, sealedAnswer, notificationId, tokenHash, now, credentials, most };
  const changed = await changeIssuance(platform, session, (present) => deliverDeferred(present, made));
  if (changed === undefined) throw goneSession();
  return kept(dependencies, authorized, changed.result);
}

async function kept(
  dependencies: CredentialDependencies,
  authorized: Answerable,
  sealed: string,
): Promise<OperationReply> {
  const { session } = authorized;
  const vault = await dependencies.platform.vaults.of(session.tenant);
  return credentialReply(dependencies.platform, authorized, {
    content: vault.open(sealed, `session/${session.id}/deferred-answer`),
    headers: await answerHeaders(dependencies, authorized),
  });
}

async function stillWaiting(
  dependencies: CredentialDependencies,
  authorized: Answerable,
  transactionId: string,
): Promise<OperationReply> {
  return credentialReply(dependencies.platform, authorized, {
    status: 202,
    content: {
      transaction_id: transactionId,
      interval: INTERVAL,
      ...(await nextNonce(dependencies, authorized.session.tenant)),
    },
    headers: await answerHeaders(dependencies, authorized),
  });
}
