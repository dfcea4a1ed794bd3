/** The status service: status list indexes for credentials, their changes, and the signed lists (Token Status List). */
import { tenantLists } from '@countersign/european-trust/refresh/tenant-lists';
import { openAuditFile } from '@countersign/shared/audit/file';
import { createAudit } from '@countersign/shared/audit/record';
import { aboutSession } from '@countersign/shared/http/about-session';
import { bodyObject } from '@countersign/shared/http/message';
import { createOutbound, type Outbound } from '@countersign/shared/http/outbound';
import type { Service } from '@countersign/shared/runtime/service';
import { createStatusLookup } from '@countersign/shared/trust/status-lookup';
import { createStoredAnchors } from '@countersign/shared/trust/stored-anchors';
import { createTrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { createAllocate } from './allocation/allocate.ts';
import { createLeases, type LeaseOptions } from './allocation/lease-positions.ts';
import { createList } from './list/list.ts';
import { createPublishedLists } from './list/published-lists.ts';
import { createRaises } from './list/raise-version.ts';
import { createStatusLists } from './list/status-lists.ts';
import type { StatusPlatform } from './list/status-platform.ts';
import { ofConfiguration } from './revocation/of-configuration.ts';
import { revocationChainJob } from './revocation/revocation-chain.ts';
import { createEntries } from './revocation/session-entries.ts';
import { createValues } from './revocation/status-values.ts';
import { createUpdate } from './revocation/update.ts';

/** A list has 2^20 entries: 128 KiB, about 150 bytes compressed while no entry is revoked. */
const DEFAULTS: LeaseOptions = { listSize: 2 ** 20, blockSize: 256 };

/** Creates the service. `options` and `outbound` are for tests: lists that were opened keep their size. */
export function createStatus(
  platform: StatusPlatform,
  options: LeaseOptions = DEFAULTS,
  outbound: Outbound = createOutbound({ allow: platform.settings.OUTBOUND_ALLOW }),
): Service {
  const lists = createPublishedLists(platform, options);
  const file = openAuditFile(platform.settings.AUDIT_FILE, platform.log);
  const allocate = createAllocate(platform, createLeases(platform, options), file);
  const change = { platform, raise: createRaises(platform), lists };
  const update = createUpdate(change);
  const supersede = createUpdate(change, 'continue');
  const audit = createAudit(platform, file);
  const credentials = ofConfiguration({ change, audit });
  const chain = revocationChainJob({
    change,
    statusOf: createStatusLookup({ ...platform, outbound }),
    trustAnchors: createTrustAnchors(platform, createStoredAnchors(platform), tenantLists(platform).anchors),
    audit,
  });
  return {
    name: 'status',
    operations: {
      'status.allocate': aboutSession(allocate, (request) => bodyObject(request).session),
      'status.list': createList(platform, lists),
      'status.lists': createStatusLists(platform, lists),
      'status.values': createValues(lists),
      'status.update': aboutSession(update, ({ body }) => body.sessionId),
      'status.supersede': aboutSession(supersede, ({ body }) => body.sessionId),
      'status.of-configuration.count': credentials.count,
      'status.of-configuration.revoke': credentials.revoke,
      'status.entries': aboutSession(createEntries(platform), ({ params }) => params.session),
    },
    consumers: [{ topic: 'status-changes', group: 'status', handler: lists.changed, eachReplica: true }],
    jobs: [lists.eviction, chain],
    stop: async () => {
      await lists.idle();
      await file?.close();
    },
  };
}
