/** How long a session can be told of. */
import type { SessionDocument } from '@countersign/shared/model/sessions';
import type { DispatcherPlatform } from './dispatcher-platform.ts';

/** The purge waits for deliveries so many lifetimes of a session, then takes it anyway. */
const LIFETIMES = 2;

/** Milliseconds. */
export function endOfSession({ settings }: Pick<DispatcherPlatform, 'settings'>, session: SessionDocument): number {
  return session.createdAt + LIFETIMES * settings.SESSION_TTL * 1000;
}
