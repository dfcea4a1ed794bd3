/** Where the signed-in tenant's credential types are. */
import { connection } from '../../../api/connection.ts';
import { session } from '../../../state/session.ts';
import type { TypeOptions } from './query.ts';

/** The console is served below PUBLIC_URL. */
export function typeOptions(): TypeOptions {
  const now = session.value;
  const origin = typeof location === 'undefined' ? '' : location.origin;
  return { tenant: now.state === 'in' ? now.tenant : 'default', publicUrl: `${origin}${connection.base}` };
}
