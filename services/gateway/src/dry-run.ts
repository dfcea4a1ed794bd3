/**
 * Dry runs: the first run loads the package with the synthetic wallet. With DRY_RUN=off it is never loaded, and may be
 * absent.
 */

import type { DryRunOperations } from '@countersign/dry-run/dry-run';
import type { DryRunParts } from '@countersign/dry-run/port/dry-run-parts';
import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { DryRunRequest } from '@countersign/shared/messages/dry-run-request';

type Load = () => Promise<{ readonly dryRunOperations: (parts: DryRunParts) => DryRunOperations }>;

const ofPackage: Load = () => import('@countersign/dry-run/dry-run');

/** The operations of both kinds. */
export function lazyDryRuns(parts: DryRunParts, load: Load = ofPackage): DryRunOperations {
  let loaded: Promise<DryRunOperations> | undefined;
  const operation =
    (kind: keyof DryRunOperations): Operation<DryRunRequest | undefined> =>
    async (request, progress) => {
      if (parts.platform.settings.DRY_RUN === 'off') throw absent('Dry runs are switched off: DRY_RUN is off');
      loaded ??= opened(parts, load);
      const operations = await loaded;
      return operations[kind](request, progress);
    };
  return { issuance: operation('issuance'), presentation: operation('presentation') };
}

/** @throws ProtocolError `not_built` */
async function opened(parts: DryRunParts, load: Load): Promise<DryRunOperations> {
  try {
    const { dryRunOperations } = await load();
    return dryRunOperations(parts);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw absent('Dry runs are not installed on this server', error);
  }
}

function absent(description: string, cause?: unknown): ProtocolError {
  return new ProtocolError('not_built', description, { reason: 'dry_run_absent', ...(cause ? { cause } : {}) });
}
