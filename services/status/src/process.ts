/** The status service as a separate process. */
import type { CreateService } from '@countersign/shared/runtime/build-service';
import { createStatus } from './status.ts';

export const create: CreateService = (platform) => ({ service: createStatus(platform) });
