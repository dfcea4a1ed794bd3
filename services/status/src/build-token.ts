/** Status list tokens in memory: signed again only when the list changed, the key changed, or the end comes near. */
import { createHash } from 'node:crypto';
import { seconds } from '@countersign/shared/clock';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { emptyStatusList, encodeStatusList, setStatusBit } from '@countersign/shared/crypto/status-bits';
import { type StatusEntryDocument, statusEntries } from '@countersign/shared/store/status-documents';
import { signStatusListToken } from './protocol/status-list-token.ts';
import type { StatusPlatform } from './status-platform.ts';

/** What is known of a list before its token is built. */
export interface ListState {
  readonly tenant: string;
  readonly n: number;
  readonly size: number;
  readonly version: number;
  readonly uri: string;
}

export interface BuiltToken {
  readonly token: string;
  /** Strong entity tag, with its quotes. */
  readonly etag: string;
  /** Seconds since the epoch. */
  readonly exp: number;
  /** Seconds. */
  readonly ttl: number;
}

interface Held {
  readonly version: number;
  readonly kid: string;
  /** Milliseconds: from then on the token is signed again. */
  readonly renewAt: number;
  readonly built: Promise<BuiltToken>;
}

const PAGE = 1000;

/** Makes the memory of one process. Concurrent callers share one build. */
export function createTokens(platform: StatusPlatform): (state: ListState) => Promise<BuiltToken> {
  const held = new Map<string, Held>();
  return async (state) => {
    const key = await platform.keys.signer(state.tenant, 'credential');
    const now = platform.clock();
    const name = `${state.tenant}/${state.n}`;
    const known = held.get(name);
    // A read that began earlier may bring an older version than the one held: that one is as good.
    if (known !== undefined && known.version >= state.version && known.kid === key.kid && now < known.renewAt) {
      return known.built;
    }
    const built = build(platform, state, key, now);
    // Half of its life is left to whoever gets the token last.
    const renewAt = now + (platform.settings.STATUS_LIST_EXPIRY * 1000) / 2;
    const entry: Held = { version: state.version, kid: key.kid, renewAt, built };
    held.set(name, entry);
    built.catch(() => {
      if (held.get(name) === entry) held.delete(name);
    });
    return built;
  };
}

async function build(platform: StatusPlatform, state: ListState, key: SigningKey, now: number): Promise<BuiltToken> {
  const list = emptyStatusList(state.size);
  for await (const entry of revokedEntries(platform, state)) {
    for (const index of entry.indexes) setStatusBit(list, index);
  }
  const { STATUS_LIST_EXPIRY, STATUS_LIST_TTL } = platform.settings;
  const iat = seconds(now);
  const exp = iat + STATUS_LIST_EXPIRY;
  const lst = await encodeStatusList(list);
  const token = signStatusListToken({ uri: state.uri, lst, iat, exp, ttl: STATUS_LIST_TTL, key });
  const etag = `"${createHash('sha256').update(token).digest('base64url')}"`;
  return { token, etag, exp, ttl: STATUS_LIST_TTL };
}

async function* revokedEntries(platform: StatusPlatform, state: ListState): AsyncGenerator<StatusEntryDocument> {
  const query = { index: 'value', equal: [state.tenant, state.n, 1], limit: PAGE };
  let after: string | undefined;
  do {
    const found = await platform.store.find(statusEntries, after === undefined ? query : { ...query, after });
    yield* found.documents;
    after = found.next;
  } while (after !== undefined);
}
