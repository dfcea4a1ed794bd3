/** The status service: status list indexes for credentials, and the signed lists (Token Status List). */
import type { Service } from '@countersign/shared/runtime/service';
import { createAllocate } from './allocate.ts';
import { createLeases, type LeaseOptions } from './lease-positions.ts';
import { createList } from './list.ts';
import type { StatusPlatform } from './status-platform.ts';

/** A list has 2^20 entries: 128 KiB, about 150 bytes compressed while nothing is revoked. */
const DEFAULTS: LeaseOptions = { listSize: 2 ** 20, blockSize: 256 };

/** Makes the service. `options` are for tests: lists that were opened keep their size. */
export function createStatus(platform: StatusPlatform, options: LeaseOptions = DEFAULTS): Service {
  return {
    name: 'status',
    operations: {
      'status.allocate': createAllocate(platform, createLeases(platform, options)),
      'status.list': createList(platform, options),
    },
    consumers: [],
    jobs: [],
  };
}
