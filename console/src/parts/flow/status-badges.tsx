/** The status of issued credentials: valid, revoked or suspended. */
import type { JSX } from 'preact';
import { sessionTexts } from '../../text/sessions.ts';
import { statusNames } from '../../text/status-changes.ts';
import { Badge } from '../badge.tsx';
import { type IssuedCredential, type StatusGroup, statusGroups } from './session-view.ts';

/** For a list: says only that credentials are no longer valid. */
export function ChangedStatus({ issued }: { readonly issued: readonly IssuedCredential[] }): JSX.Element | null {
  const changed = statusGroups(issued).filter(({ revoked, suspended }) => revoked + suspended > 0);
  if (changed.length === 0) return null;
  const sum = (of: (group: StatusGroup) => number): number => changed.reduce((all, group) => all + of(group), 0);
  const [revoked, suspended] = [sum((group) => group.revoked), sum((group) => group.suspended)];
  return <StatusBadges count={issued.length} revoked={revoked} suspended={suspended} brief={0} />;
}

type Statuses = Pick<StatusGroup, 'count' | 'revoked' | 'suspended' | 'brief'>;

/** One word if all have the same status, otherwise how many are not valid. */
export function StatusBadges({ count, revoked, suspended, brief }: Statuses): JSX.Element {
  const said = sessionTexts();
  const names = statusNames();
  if (brief === count) return <Badge>{said.brief}</Badge>;
  if (revoked + suspended === 0) return <Badge tone="good">{names.valid}</Badge>;
  return (
    <>
      {revoked === 0 ? null : (
        <Badge tone={revoked === count ? 'bad' : 'warn'}>
          {revoked === count ? names.revoked : said.partly(revoked, names.revoked)}
        </Badge>
      )}
      {suspended === 0 ? null : (
        <Badge tone="warn">{suspended === count ? names.suspended : said.partly(suspended, names.suspended)}</Badge>
      )}
    </>
  );
}
