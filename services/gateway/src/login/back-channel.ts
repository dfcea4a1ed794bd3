/**
 * Tells applications that a kept login has ended (OpenID Connect Back-Channel Logout 1.0). The library creates the
 * token and calls this instead of `fetch`. The dispatcher, which may make outbound calls, sends it. Unconfirmed notices
 * are kept and sent again, with a new token.
 */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { randomId } from '@countersign/shared/kernel/random';
import { type LoginsDocument, type LogoutNotice, logins } from '@countersign/shared/model/login/logins';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Provider } from './library.ts';
import type { LoginParts } from './parts.ts';

type Parts = Pick<LoginParts, 'store' | 'clock' | 'log' | 'random' | 'call'>;

/** Milliseconds between one attempt and the next. */
const PAUSES = [10_000, 60_000, 300_000, 1_800_000];
/** 2.8: the statuses that confirm a logout. */
const CONFIRMED: ReadonlySet<unknown> = new Set([200, 204]);

export type SendLogout = (
  url: string,
  options: { readonly method: 'POST'; readonly body: URLSearchParams },
) => Promise<Response>;

export function logoutSender(parts: Parts, tenant: string): SendLogout {
  return async (url, { body }) => {
    const token = body.get('logout_token') ?? '';
    const notice = await storedNotice(parts, tenant, token);
    const answer = await send(parts, tenant, { url, token });
    if (CONFIRMED.has(answer)) await remove(parts, notice);
    else await postpone(parts, notice, answer);
    // The library has nothing to do: an attempt in vain is repeated here.
    return new Response(null, { status: 204 });
  };
}

/** Stored before it is sent: a process that ends here loses nothing. */
async function storedNotice({ store, clock }: Parts, tenant: string, token: string): Promise<LogoutNotice> {
  const [, payload = ''] = token.split('.');
  const said = parseJson(Buffer.from(payload, 'base64url').toString('utf8'));
  const { aud: client, sid } = isObject(said) ? said : {};
  if (typeof client !== 'string' || typeof sid !== 'string') throw new Error('A logout token without aud and sid');
  const id = `logout/${tenant}/${hashOf(`${client} ${sid}`)}`;
  const own = ofTenant(store, tenant);
  const endsAt = clock() + (PAUSES[0] ?? 0);
  const fresh = { id, tenant, kind: 'logout', client, sid, attempts: 0, endsAt } as const;
  const stored = (await own.insert<LoginsDocument>(logins, fresh)) ?? (await own.get(logins, id));
  return stored?.kind === 'logout' ? stored : { ...fresh, rev: 0 };
}

/** @returns the status, or why there isn't one */
async function send({ call, random }: Parts, tenant: string, body: JsonObject): Promise<Json> {
  const reply = await call('dispatcher.logout', {
    id: randomId(random),
    tenant,
    method: 'POST',
    url: '',
    params: {},
    query: {},
    headers: {},
    body,
    encoding: 'json',
  }).catch((error: unknown) => {
    // The service is unavailable, but the notice must not get lost.
    if (error instanceof ProtocolError) return { body: { error: error.code } };
    throw error;
  });
  const answer: JsonObject = isObject(reply.body) ? reply.body : {};
  return answer.status ?? answer.error ?? 'no answer';
}

async function remove({ store }: Parts, { id, tenant }: LogoutNotice): Promise<void> {
  const own = ofTenant(store, tenant);
  const found = await own.get(logins, id);
  if (found !== undefined) await own.delete(logins, found);
}

async function postpone(parts: Parts, notice: LogoutNotice, answer: Json): Promise<void> {
  const { store, clock, log } = parts;
  const { tenant, client } = notice;
  const pause = PAUSES[notice.attempts];
  log.warn(pause === undefined ? 'logout not delivered' : 'logout not delivered yet', {
    tenant,
    detail: `${client} ${answer}`,
  });
  if (pause === undefined) return remove(parts, notice);
  await ofTenant(store, tenant).update<LoginsDocument>(logins, notice.id, (before) =>
    before.kind === 'logout' ? { ...before, attempts: before.attempts + 1, endsAt: clock() + pause } : before,
  );
}

/** Sends it again, unless the client was removed. */
export async function repeatLogout(parts: Parts, provider: Provider, notice: LogoutNotice): Promise<void> {
  const client = await provider.Client.find(notice.client);
  if (client?.backchannelLogoutUri === undefined) return remove(parts, notice);
  // By `sid` only: the subject may have ended.
  await client.backchannelLogout(undefined, notice.sid);
}
