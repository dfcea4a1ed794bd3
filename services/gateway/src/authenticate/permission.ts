/** Whether a caller may make a call: its role, and whether the call affects the whole installation. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { reachesRole } from '@countersign/shared/kernel/role';
import type { Route } from '../routes/route.ts';
import type { Caller } from './caller.ts';

/**
 * Pure. A query parameter that changes something needs an operator.
 * @throws ProtocolError `forbidden`
 */
export function checkPermission(
  { role: least = 'admin', platform, changes }: Pick<Route, 'role' | 'platform' | 'changes'>,
  { role, platform: managesPlatform }: Pick<Caller, 'role' | 'platform'>,
  query: Readonly<Record<string, string>>,
): void {
  if (platform === true && !managesPlatform) {
    throw new ProtocolError('forbidden', 'This is for administrators of the installation', { reason: 'platform_only' });
  }
  const changing = typeof changes === 'object' && query[changes.query] !== undefined;
  const expected = changing && !reachesRole(least, 'operator') ? 'operator' : least;
  if (reachesRole(role, expected)) return;
  throw new ProtocolError('forbidden', `This needs the role ${expected}; the caller is ${role}`, {
    reason: 'role_insufficient',
    facts: { received: role, expected },
  });
}
