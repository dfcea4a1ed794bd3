/** Presentations that a backend receives as the wallet sent them (`raw`): where they are refused. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import type { DcqlQuery } from './dcql-query.ts';

interface AskedFrom {
  readonly query: Pick<DcqlQuery, 'credentials'>;
  readonly profile?: Json | undefined;
  /** Set for an intermediary: whom it acts for. */
  readonly client?: string | undefined;
}

/** A raw presentation contains what links its holder: salts, digests, keys. @returns pointers from `raw` */
export function rawFindings(
  raw: readonly string[] | undefined,
  { query, profile, client }: AskedFrom,
): readonly FieldError[] {
  if (raw === undefined || raw.length === 0) return [];
  if (profile !== undefined) return [{ pointer: '/raw', detail: `Profile ${String(profile)} keeps only the answer` }];
  if (client !== undefined) return [{ pointer: '/raw', detail: RAW_OF_INTERMEDIARY }];
  const ids = new Set(query.credentials.map(({ id }) => id));
  return raw.flatMap((id, index) =>
    ids.has(id) ? [] : [{ pointer: `/raw/${index}`, detail: 'The query has no credential with this id' }],
  );
}

/** ARF RPI_08, RPI_10 */
export const RAW_OF_INTERMEDIARY = 'An intermediary passes on claims, and never the presentation itself';
