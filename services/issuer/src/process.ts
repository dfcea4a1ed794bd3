/** The issuer as a separate process. */
import type { CreateService } from '@countersign/shared/runtime/build-service';
import { createIssuer } from './issuer.ts';

export const create: CreateService = (platform, { environment }) => ({
  service: createIssuer(platform, { environment }),
});
