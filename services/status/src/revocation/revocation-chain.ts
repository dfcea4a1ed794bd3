/**
 * Revocation chaining (EU TS 3, 2.4.3): once a day, the job checks the status of the wallet and the keys that received
 * credentials, and revokes the credentials with them. An unreadable status revokes nothing, and is checked again within
 * the hour.
 */
import type { X509Certificate } from 'node:crypto';
import type { Audit } from '@countersign/shared/audit/record';
import { STATUS } from '@countersign/shared/crypto/status-bits';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { parseJson } from '@countersign/shared/kernel/json';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { mapConcurrent } from '@countersign/shared/kernel/map-concurrent';
import {
  type ChainedStatus,
  chainChecked,
  chainContext,
  hasEnded,
} from '@countersign/shared/model/status/revocation-chain';
import {
  type StatusEntryDocument,
  statusEntries,
  statusLists,
} from '@countersign/shared/model/status/status-documents';
import type { Job } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { pages } from '@countersign/shared/store/pages';
import { statusCertificates } from '@countersign/shared/trust/listed-anchors';
import type { ListedStatus, StatusLookup } from '@countersign/shared/trust/status-lookup';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { type ChangeParts, changeEntries } from './change-entries.ts';
import { followInRenewals } from './follow-in-renewals.ts';

export interface ChainParts {
  readonly change: ChangeParts;
  readonly statusOf: StatusLookup;
  readonly trustAnchors: TrustAnchors;
  readonly audit: Pick<Audit, 'record'>;
}

const NAME = 'revocation-chain';
/** Milliseconds between two runs. */
const EVERY = 60_000;
const PAGE = 100;
/**
 * Maximum number of a tenant's entries in one run, and the milliseconds after which the next tenant has its turn, so
 * that no tenant delays the others.
 */
const MOST = 500;
const TURN = 20_000;
/** Concurrent checks. */
const WIDTH = 8;
const allLists = overAllTenants(statusLists);
const allEntries = overAllTenants(statusEntries);

/** The result of checking one entry; `unreadable` and `suspended` are checked again soon. */
type Finding = 'valid' | 'unreadable' | 'suspended' | 'wallet_revoked' | 'keys_revoked' | 'unchecked';

export function revocationChainJob(parts: ChainParts): Job {
  return {
    name: NAME,
    exclusive: true,
    every: EVERY,
    run: async () => {
      for (const tenant of await tenantsOf(parts)) await checkTenant(parts, tenant);
    },
  };
}

/** The tenants that have issued credentials. */
async function tenantsOf({ change: { platform } }: ChainParts): Promise<ReadonlySet<string>> {
  const tenants = new Set<string>();
  for await (const lists of pages(platform.store, allLists, { index: 'list', limit: PAGE })) {
    for (const { tenant } of lists) tenants.add(tenant);
  }
  return tenants;
}

/** Checks a tenant's due entries, the most overdue first. The rest stays due in the next run. */
async function checkTenant(parts: ChainParts, tenant: string): Promise<void> {
  const { store, clock, log } = parts.change.platform;
  const end = clock() + TURN;
  let anchors: readonly X509Certificate[] | undefined;
  let unreadable = 0;
  for (let left = MOST; left > 0 && clock() <= end; ) {
    const query = { index: 'chained', equal: [tenant], below: clock() + 1, limit: Math.min(PAGE, left) };
    const { documents } = await store.find(allEntries, query);
    if (documents.length === 0) break;
    anchors ??= statusCertificates(await parts.trustAnchors(tenant, 'wallet-providers'));
    const under = anchors;
    const findings = await mapConcurrent(WIDTH, documents, (entry) => checkEntry(parts, entry, under));
    unreadable += findings.filter((finding) => finding === 'unreadable').length;
    left -= documents.length;
  }
  if (unreadable > 0) {
    const detail = 'They are checked again within the hour';
    log.warn('The status of wallets or keys could not be read', { tenant, job: NAME, count: unreadable, detail });
  }
}

async function checkEntry(
  parts: ChainParts,
  entry: StatusEntryDocument,
  anchors: readonly X509Certificate[],
): Promise<Finding> {
  const { store, clock, metrics } = parts.change.platform;
  const finding = await findingOf(parts, entry, anchors);
  if (finding === 'wallet_revoked' || finding === 'keys_revoked') await revoke(parts, entry, finding);
  // Last: a run that crashes before finds the entry due again.
  const read = finding !== 'unreadable' && finding !== 'suspended';
  await ofTenant(store, entry.tenant).update(statusEntries, entry.id, (present) =>
    chainChecked(present, read, clock()),
  );
  if (finding !== 'unchecked') metrics.count('countersign_revocation_chain_checks_total', { outcome: finding });
  return finding;
}

/** Looks up the status. A fault of one entry must not stop the others. */
async function findingOf(
  { change: { platform }, statusOf }: ChainParts,
  entry: StatusEntryDocument,
  anchors: readonly X509Certificate[],
): Promise<Finding> {
  const { id, tenant, chain, value, session } = entry;
  if (chain === undefined || value === STATUS.revoked || hasEnded(entry, platform.clock())) return 'unchecked';
  try {
    const vault = await platform.vaults.of(tenant);
    const statuses = parseJson(vault.open(chain.sealed, chainContext(id))) as unknown as readonly ChainedStatus[];
    const found = await mapConcurrent(WIDTH, statuses, async ({ uri, idx, of }) =>
      findingFor(of, await statusOf({ reference: { uri, idx, anchors }, tenant })),
    );
    return WORST_FIRST.find((finding) => found.includes(finding)) ?? 'valid';
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'temporarily_unavailable') throw error;
    platform.log.error('A chained status could not be checked', { tenant, session, job: NAME, ...errorFields(error) });
    return 'unreadable';
  }
}

const WORST_FIRST: readonly Finding[] = ['wallet_revoked', 'keys_revoked', 'unreadable', 'suspended'];

function findingFor(of: ChainedStatus['of'], found: ListedStatus): Finding {
  if (found.state === 'valid') return 'valid';
  if (found.state !== 'invalid') return 'unreadable';
  return found.value === STATUS.suspended ? 'suspended' : `${of}_revoked`;
}

/** The record comes first: a crash after it repeats both, and no revocation lacks its record. */
async function revoke({ change, audit }: ChainParts, entry: StatusEntryDocument, reason: Finding): Promise<void> {
  const { tenant, session, configuration, indexes } = entry;
  const data = { status: STATUS.revoked, entries: indexes.length, reason };
  await audit.record({ tenant, action: 'status.changed', client: `[${NAME}]`, session, subject: configuration, data });
  await followInRenewals(change.platform, [entry], entry.configuration, STATUS.revoked);
  await changeEntries(change, [entry], STATUS.revoked);
}
