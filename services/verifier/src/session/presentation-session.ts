/** Finds presentation sessions by the references that wallets send. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import { type Bearer, type ReferencedWith, sessionWithPart } from '@countersign/shared/model/session/session-change';
import type { Platform } from '@countersign/shared/runtime/service';
import { PresentationError } from './presentation-error.ts';

/** The presentation session for a reference, in the request's tenant; undefined if there is none. */
export function findSession(
  platform: Pick<Platform, 'store'>,
  bearer: Bearer,
  reference: Json | undefined,
): Promise<ReferencedWith<'presentation'> | undefined> {
  return sessionWithPart(platform, 'presentation', bearer, reference);
}

/** Runs protocol code. A PresentationError becomes the ProtocolError for the wallet, with the reason for log and backend. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PresentationError)) throw error;
    throw new ProtocolError(error.code, error.message, {
      cause: error,
      detail: error.reason,
      ...error.reasoned,
      forBackend: {
        ...(error.credential === undefined ? {} : { credential: error.credential }),
        ...(error.finding === undefined ? {} : { description: error.finding }),
      },
    });
  }
}
