/** One step on the way to a certificate: account, order, challenges, request, chain. */
import { jwkThumbprint } from '@countersign/shared/crypto/jwk';
import type { KeyPurpose } from '@countersign/shared/crypto/keys';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { certificateOrders } from '@countersign/shared/model/tenant/certificate-orders';
import { openAccount } from './acme-account.ts';
import type { AcmeCertificate } from './acme-certificates.ts';
import { AcmeError } from './acme-error.ts';
import { createAcmeExchange } from './acme-exchange.ts';
import { advanceOrder, type Issued, type OrderParts, placeOrder } from './acme-order.ts';
import { chooseChain } from './certificate-chains.ts';
import { LONGEST_ORDER, orderFulfilled, orderPlaced, orderWaits, tokenPublished } from './order-transitions.ts';
import { type PartyAtRegistrar, publishInEntry, withdrawFromEntry } from './registrar-challenge.ts';
import type { Renewal, RenewalParts } from './renewal-parts.ts';
import { type RequestedKey, requestedKey } from './set-keys.ts';
import type { ExternalAccount } from './signed-request.ts';

/** @throws AcmeError; ProtocolError for a chain that the keys refuse */
export async function obtainStep(parts: RenewalParts, renewal: Renewal): Promise<'waiting' | 'installed'> {
  const { clock } = parts.platform;
  const { own, document } = renewal;
  const requested = await requestedKey(parts.keys, renewal, document.order?.kid);
  const order = await orderPartsOf(parts, renewal, requested);
  const url = await placed(parts, renewal, { order, requested });
  const step = await advanceOrder(order, url);
  if (step.state === 'issued') {
    await install(parts, renewal, { issued: step, requested });
    await keepRegistration(parts, renewal, step);
    const at = partyOf(parts, renewal);
    if (at !== undefined) await withdrawFromEntry(at, renewal.certificate.instanceId);
    await own.update(certificateOrders, document.id, (present) => orderFulfilled(present, clock()));
    return 'installed';
  }
  const now = clock();
  const placedAt = document.order?.placedAt ?? now;
  if (now - placedAt > LONGEST_ORDER) {
    throw new AcmeError('acme_order_stuck', { facts: { limitSeconds: LONGEST_ORDER / 1000 } });
  }
  await own.update(certificateOrders, document.id, (present) => orderWaits(present, { now, retryAt: step.retryAt }));
  return 'waiting';
}

/** Only the tenant's own registered identifier has an entry that it may change. */
function partyOf({ registrarOf }: RenewalParts, { tenant, certificate }: Renewal): PartyAtRegistrar | undefined {
  const at = registrarOf?.(tenant);
  const isIts = certificate.identifiers.some(({ type, value }) => type === 'wrp-id' && value === at?.identifier);
  return isIts ? at : undefined;
}

interface Placing {
  readonly order: OrderParts;
  readonly requested: RequestedKey;
}

/** The order of an earlier step, or a new one. */
async function placed(parts: RenewalParts, renewal: Renewal, { order, requested }: Placing): Promise<string> {
  const { own, document, certificate } = renewal;
  if (isOpen(renewal, requested)) return document.order?.url ?? '';
  const url = await placeOrder(order);
  const { directory } = certificate;
  const open = { url, directory, kid: requested.kid, placedAt: parts.platform.clock() };
  await own.update(certificateOrders, document.id, (present) => orderPlaced(present, open));
  return url;
}

/** An order at a different authority, or for a deleted key, cannot continue. */
function isOpen({ document: { order }, certificate }: Renewal, { kid }: RequestedKey): boolean {
  return order !== undefined && order.directory === certificate.directory && order.kid === kid;
}

async function orderPartsOf(parts: RenewalParts, renewal: Renewal, requested: RequestedKey): Promise<OrderParts> {
  const { tenant, certificate, own, document } = renewal;
  const { directory: address, identifiers, instanceId } = certificate;
  const instance = instanceId === undefined ? {} : { instanceId };
  const at = partyOf(parts, renewal);
  const account = await parts.accounts.of(tenant, address);
  const { key } = account;
  const exchange = createAcmeExchange({ outbound: parts.outbound, clock: parts.platform.clock, key, address });
  const url = account.url ?? (await opened(parts, renewal, { key, exchange }));
  const thumbprint = jwkThumbprint(key.publicJwk);
  return {
    exchange,
    key,
    account: url,
    address,
    certificate: { identifiers, ...instance },
    answers: {
      'http-01': async ({ token }) => {
        await own.update(certificateOrders, document.id, (present) => tokenPublished(present, { token, thumbprint }));
      },
      ...(at === undefined
        ? {}
        : { 'registrar-api-01': ({ keyAuthorization }) => publishInEntry(at, { ...instance, keyAuthorization }) }),
    },
    csr: async () => requested.csr,
  };
}

async function opened(
  parts: RenewalParts,
  { tenant, certificate }: Renewal,
  { key, exchange }: Pick<OrderParts, 'key' | 'exchange'>,
): Promise<string> {
  const { directory, contact = [], termsOfServiceAgreed = false } = certificate;
  const externalAccount = externalAccountOf(parts, certificate);
  const url = await openAccount(exchange, { key, contact, termsOfServiceAgreed, ...externalAccount });
  await parts.accounts.keepUrl(tenant, directory, url);
  return url;
}

function externalAccountOf(
  { variable }: RenewalParts,
  { externalAccount }: AcmeCertificate,
): { readonly externalAccount?: ExternalAccount } {
  if (externalAccount === undefined) return {};
  const { kid, macKeyEnv } = externalAccount;
  const written = variable(macKeyEnv);
  if (written === undefined || written === '') {
    throw new AcmeError('acme_account_refused', { facts: { detail: 'mac_key_missing' } });
  }
  return { externalAccount: { kid, key: Buffer.from(written, 'base64url') } };
}

interface Installing {
  readonly issued: Issued;
  readonly requested: RequestedKey;
}

/** Access certificates must come from an authority that the tenant trusts, if it lists any. */
async function install(parts: RenewalParts, renewal: Renewal, { issued, requested }: Installing): Promise<void> {
  const { tenant, certificate } = renewal;
  const { set, purpose } = certificate;
  const anchors = IS_ACCESS.has(purpose) ? await parts.trustAnchors(tenant, 'access-authorities') : [];
  const chain = chooseChain(issued.chains, {
    kid: requested.kid,
    anchors: anchors.map((anchor) => anchor.certificate),
    now: parts.platform.clock(),
  });
  await parts.keys.install(tenant, { set, purpose }, chain);
}

/** Refusals that a repetition would repeat. */
const FINAL: ReadonlySet<string> = new Set(['invalid_request', 'conflict']);

/**
 * The access certificate is already installed, and a refusal of the registration certificate changes nothing about
 * that. Any other failure is thrown: the next run continues the order, and repeats both.
 */
async function keepRegistration(
  { platform: { log }, storeRegistration }: RenewalParts,
  { tenant, certificate: { set, purpose, registrationCertificate: id } }: Renewal,
  { registrationCertificate: jwt }: Issued,
): Promise<void> {
  if (id === undefined || jwt === undefined) return;
  try {
    await storeRegistration(tenant, { id, jwt });
  } catch (error) {
    if (!(error instanceof ProtocolError) || !FINAL.has(error.code)) throw error;
    const { errors = [], reason } = error.options;
    log.error('A registration certificate from an order was refused', {
      tenant,
      configuration: `${set}/${purpose}`,
      ...(reason === undefined ? {} : { reason }),
      detail: errors[0]?.detail ?? error.message,
    });
  }
}

const IS_ACCESS: ReadonlySet<KeyPurpose> = new Set(['request', 'metadata']);
