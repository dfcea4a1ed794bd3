/** The issuer as a process of its own. */
import type { CreateService } from '@countersign/shared/runtime/build-service';
import { createIssuer } from './issuer.ts';

export const create: CreateService = (platform, { environment }) => ({
  service: createIssuer(platform, { environment }),
});
