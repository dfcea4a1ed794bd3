/** How a client's subjects are created. Pure. */
import { SUBJECT_VERSION } from '@countersign/shared/crypto/pairwise-subject';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { type LoginClient, sectorOf } from './client.ts';

/** Changes whenever the client's subjects would differ. Undefined for a client without lasting subjects. */
export function subjectRule(client: Pick<LoginClient, 'redirectUris' | 'subject'>): string | undefined {
  const { subject } = client;
  if (subject.kind !== 'pairwise') return undefined;
  const paths = subject.from.map((path) => JSON.stringify(path)).sort();
  return hashOf(JSON.stringify([SUBJECT_VERSION, sectorOf(client), subject.trust ?? null, paths]));
}
