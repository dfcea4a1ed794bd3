/** Presentation sessions as wallets reach them: by a reference whose handle finds the document. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import { type Bearer, type ReferencedWith, sessionWithPart } from '@countersign/shared/model/session-change';
import type { Platform } from '@countersign/shared/runtime/service';
import { PresentationError } from './protocol/presentation-error.ts';

/** The presentation session that a wallet-facing value names, in the tenant of the request; undefined where there is none. */
export function findSession(
  platform: Pick<Platform, 'store'>,
  bearer: Bearer,
  reference: Json | undefined,
): Promise<ReferencedWith<'presentation'> | undefined> {
  return sessionWithPart(platform, 'presentation', bearer, reference);
}

/** Runs protocol code; its refusals become what the wallet reads, with the reason for the log. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PresentationError)) throw error;
    throw new ProtocolError(error.code, error.message, {
      cause: error,
      detail: error.reason,
      forBackend: {
        reason: error.reason,
        ...(error.credential === undefined ? {} : { credential: error.credential }),
        ...(error.finding === undefined ? {} : { description: error.finding }),
      },
    });
  }
}
