/** The verifier: presentation is built in a later part, so it has no operations yet and its routes answer 501. */
import type { Service } from '@countersign/shared/runtime/service';

export function createVerifier(): Service {
  return { name: 'verifier', operations: {}, consumers: [], jobs: [] };
}
