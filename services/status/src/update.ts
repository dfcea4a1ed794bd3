/** `status.update`: revokes the credentials of a session, or makes them valid again. */

import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import { mapConcurrent } from '@countersign/shared/kernel/map-concurrent';
import { endRefresh } from '@countersign/shared/model/end-refresh';
import { changeStatus, isCovered, stampAgain } from '@countersign/shared/model/status/status-change';
import { statusListId } from '@countersign/shared/model/status/status-list';
import { type StatusEntryDocument, statusEntries, statusLists } from '@countersign/shared/model/status-documents';
import { newEvent } from '@countersign/shared/outbox/events';
import type { OutboxEntry } from '@countersign/shared/outbox/outbox';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Transition } from '@countersign/shared/store/update-document';
import type { PublishedLists } from './published-lists.ts';
import type { RaiseVersion } from './raise-version.ts';
import { entriesOfSession, entryViews, noSuchEntries } from './session-entries.ts';
import type { StatusPlatform } from './status-platform.ts';

export interface UpdateParts {
  readonly platform: StatusPlatform;
  readonly raise: RaiseVersion;
  readonly lists: Pick<PublishedLists, 'makeDue'>;
}

/** At most this many concurrent writes of entries. */
const WIDTH = 16;

interface StatusUpdate {
  readonly session: string;
  readonly configuration: string | undefined;
  readonly value: 0 | 1;
}

/**
 * Body `{sessionId, credentialConfigurationId?, status}` -> `[{credentialConfigurationId, uri, idx, status}]`. Answers once
 * every list that is requested after the answer can have the change. What is revoked is not renewed with a refresh token any
 * more. The session may be erased. May be repeated.
 * @throws ProtocolError `invalid_request`; `not_found` where the tenant has no such credentials
 */
export function createUpdate(parts: UpdateParts): Operation {
  return async (request) => {
    const { session, configuration, value } = parseChange(bodyObject(request));
    const views: Json[] = [];
    for await (const page of entriesOfSession(parts.platform, request.tenant, session)) {
      const chosen = page.filter((entry) => configuration === undefined || entry.configuration === configuration);
      // Before the entries: once the change is acknowledged, no refresh renews what was revoked.
      if (value === 1) await endRenewals(parts.platform, chosen, configuration);
      for (const entries of byList(chosen)) await changeEntries(parts, entries, value);
      views.push(...chosen.flatMap((entry) => entryViews(parts.platform, { ...entry, value })));
    }
    if (views.length === 0) throw noSuchEntries();
    return { body: views };
  };
}

/** What is revoked is not renewed. */
async function endRenewals(
  { store, clock }: StatusPlatform,
  entries: readonly StatusEntryDocument[],
  configuration: string | undefined,
): Promise<void> {
  const first = new Map(
    entries.flatMap(({ firstSession, tenant }) =>
      firstSession === undefined ? [] : [[firstSession, tenant] as const],
    ),
  );
  for (const [session, tenant] of first) {
    await endRefresh(store, {
      tenant,
      session,
      now: clock(),
      ...(configuration === undefined ? {} : { configuration }),
    });
  }
}

function parseChange(body: ReturnType<typeof bodyObject>): StatusUpdate {
  const { sessionId, credentialConfigurationId, status } = body;
  if (status !== 0 && status !== 1) throw new ProtocolError('invalid_request', 'status is 0 (valid) or 1 (revoked)');
  if (typeof sessionId !== 'string' || sessionId === '') {
    throw new ProtocolError('invalid_request', 'sessionId is a text');
  }
  if (credentialConfigurationId !== undefined && typeof credentialConfigurationId !== 'string') {
    throw new ProtocolError('invalid_request', 'credentialConfigurationId is a text');
  }
  return { session: sessionId, configuration: credentialConfigurationId, value: status };
}

function byList(entries: readonly StatusEntryDocument[]): readonly (readonly StatusEntryDocument[])[] {
  const lists = new Map<number, StatusEntryDocument[]>();
  for (const entry of entries) lists.set(entry.list, [...(lists.get(entry.list) ?? []), entry]);
  return [...lists.values()];
}

/** Writes entries of one list with a stamp, then raises the list's version, until a raise covers every stamp. */
async function changeEntries(
  { platform, raise, lists }: UpdateParts,
  entries: readonly StatusEntryDocument[],
  value: 0 | 1,
): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const { store } = platform;
  const listId = statusListId(first.tenant, first.list);
  const list = await ofTenant(store, first.tenant).get(statusLists, listId);
  if (list === undefined) throw new Error(`The status list ${listId} is gone`);
  const changed: StatusEntryDocument[] = [];
  try {
    let open = await mapConcurrent(WIDTH, entries, async (entry) => {
      const now = platform.clock();
      const event = changedEvent(platform, entry, value);
      const { document, result } = await take(platform, entry, (present) =>
        changeStatus(present, { value, changedIn: listId, version: list.version, now, event }),
      );
      if (result === 'changed') changed.push(document);
      return document;
    });
    let raised = await raise(list, list);
    for (;;) {
      open = open.filter(({ seq }) => !isCovered(seq ?? 0, raised));
      if (open.length === 0) break;
      const last = raised;
      open = await mapConcurrent(WIDTH, open, async (entry) => {
        const stamp = (present: StatusEntryDocument) => ({ document: stampAgain(present, last), result: undefined });
        return (await take(platform, entry, stamp)).document;
      });
      raised = await raise(list);
    }
    lists.makeDue(first.tenant, first.list);
  } finally {
    // After the raise, so that a reader of the event finds it. If the raise failed, readers read the entry itself.
    for (const entry of changed) platform.wakeEntryRelay(entry);
  }
}

async function take<R>(
  { store }: StatusPlatform,
  entry: StatusEntryDocument,
  decide: (present: StatusEntryDocument) => Transition<StatusEntryDocument, R>,
): Promise<Transition<StatusEntryDocument, R>> {
  const taken = await ofTenant(store, entry.tenant).takeTransition(statusEntries, entry.id, decide, entry);
  if (taken === undefined) throw new Error('A status entry is gone');
  return taken;
}

function changedEvent(
  { settings, clock, random }: StatusPlatform,
  { id, session, tenant, configuration, list }: StatusEntryDocument,
  value: 0 | 1,
): OutboxEntry {
  return newEvent({
    type: 'status.changed.v1',
    session,
    tenant,
    data: { configuration, status: String(value), list: String(list), entry: id },
    source: settings.PUBLIC_URL,
    clock,
    random,
  });
}
