/** Continues applies whose process has ended in the middle of them. */
import {
  type ConfigurationApplyDocument,
  configurationApplies,
} from '@countersign/shared/model/tenant/configuration-applies';
import type { Job } from '@countersign/shared/runtime/service';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { eachDocument } from '@countersign/shared/store/pages';
import { type Applied, LEASE, type RunParts, runApply } from './run-apply.ts';

/** Milliseconds. */
const EVERY = 5000;

const applies = overAllTenants(configurationApplies);

export function continueAppliesJob(parts: RunParts): Job {
  return {
    name: 'configuration-applies',
    exclusive: true,
    every: EVERY,
    run: async () => {
      const { store, clock, log } = parts;
      await eachDocument(store, applies, { index: 'due', below: clock() + 1 }, async (document) => {
        const { state } = await continueApply(parts, document);
        if (state === 'pending') return;
        log.info(`a bundle whose process had ended is ${state}`, { service: 'gateway', tenant: document.tenant });
      });
    },
  };
}

async function continueApply(parts: RunParts, document: ConfigurationApplyDocument): Promise<Applied> {
  const taken = await parts.store.replace(applies, {
    ...document,
    due: parts.clock() + LEASE,
    attempts: document.attempts + 1,
  });
  return taken === undefined ? { state: 'pending' } : runApply(parts, taken);
}
