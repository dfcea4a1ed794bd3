/** Runs the verifier as a separate process. */
import type { CreateService } from '@countersign/shared/runtime/build-service';
import { createVerifier } from './verifier.ts';

export const create: CreateService = (platform, { environment }) => ({
  service: createVerifier(platform, undefined, environment),
});
