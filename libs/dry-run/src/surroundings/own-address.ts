/** The address that this process listens on, as it reaches itself. */
import type { Settings } from '@countersign/shared/settings/settings';
import type { Probe } from '../warnings/tenant-warnings.ts';

type Listening = Pick<Settings, 'HOST' | 'PORT'>;

/** Milliseconds. */
const LIMIT = 5000;

/** `http://host:port`; loopback if the process listens on all addresses. */
export function ownAddress({ HOST, PORT }: Listening): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** This server's response at one of its public addresses, without the detour through PUBLIC_URL. Never throws. */
export async function probeHere(settings: Listening, url: string, signal: AbortSignal): Promise<Probe> {
  const { pathname, search } = new URL(url);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(LIMIT)]);
  try {
    const answer = await fetch(ownAddress(settings) + pathname + search, { signal: limited, redirect: 'manual' });
    const body = Buffer.from(await answer.arrayBuffer());
    return { ok: true, status: answer.status, body, type: answer.headers.get('content-type') ?? '' };
  } catch {
    return { ok: false, why: 'unreachable' };
  }
}
