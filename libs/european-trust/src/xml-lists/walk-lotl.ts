/** Fetches the documents for the walk over the list of trusted lists, step by step. */
import { type AuthenticatedLotl, type LotlConfiguration, lotlStep } from './lotl.ts';
import type { OpenedList } from './open-list.ts';
import { XmlListError } from './xml-list-error.ts';

export interface LotlPort {
  /** Bytes at an address. Its errors end the walk. Pivots never change and may come from a cache. */
  fetch(location: string): Promise<Buffer>;
  /** Opens a list with its own signer, here or in another thread. @throws XmlListError */
  open(bytes: Buffer, location: string): Promise<OpenedList>;
}

/**
 * @param now milliseconds
 * @throws LotlError, and what the port throws
 */
export async function walkLotl(
  configuration: LotlConfiguration,
  port: LotlPort,
  now: number,
): Promise<AuthenticatedLotl> {
  const documents = new Map<string, OpenedList | XmlListError>();
  for (;;) {
    const step = lotlStep(configuration, documents, now);
    if ('authenticated' in step) return step.authenticated;
    // One at a time, so that the memory of one list is enough.
    for (const location of step.needs) documents.set(location, await openAt(location, port));
  }
}

async function openAt(location: string, port: LotlPort): Promise<OpenedList | XmlListError> {
  const bytes = await port.fetch(location);
  try {
    return await port.open(bytes, location);
  } catch (error) {
    if (error instanceof XmlListError) return error;
    throw error;
  }
}
