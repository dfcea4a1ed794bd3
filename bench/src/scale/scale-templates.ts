/** Sessions that real flows have left, with the documents that belong to them, as templates of many others. */
import type { Vault } from '@countersign/shared/keys/vault';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { Collection, Store, StoredDocument } from '@countersign/shared/store/port';
import { auditRecords, deliveries, eventLog, sessions } from './every-tenant.ts';

/** The values that differ in each copy. */
export interface CopyOf {
  readonly id: string;
  readonly handle: string;
  /** Its creation time, milliseconds. */
  readonly at: number;
  /** Number of its first document in the log of events. */
  readonly event: number;
  readonly state: string;
  /** An id that no other copy has. @param position of the id in the template */
  readonly otherId: (position: number) => string;
}

export interface Template {
  /** Documents of the log of events in a copy. */
  readonly events: number;
  readonly copy: (of: CopyOf) => readonly Copied[];
}

interface Copied {
  readonly collection: Collection<StoredDocument>;
  readonly document: Omit<StoredDocument, 'rev'>;
}

type Value = (of: CopyOf) => string;

/** Contexts of a session's encrypted members, by their path. */
const SEALED = {
  'issuance.sealedOffer': 'offer',
  'issuance.sealedRequest': 'request',
  'presentation.sealedRequest': 'presentation',
  'presentation.progress.sealedCredentials': 'credentials',
  'webhooks.result': 'webhook/result',
  'webhooks.outcome': 'webhook/outcome',
} as const;
/** Milliseconds since the epoch, as JSON has them. */
const TIME = /\b1[6-9]\d{11}\b/;

/** Makes a template of a session that is at rest. */
export async function makeTemplate(store: Store, vault: Vault, session: SessionDocument): Promise<Template> {
  const { id, tenant, handle, createdAt } = session;
  const ofSession = { index: 'session', equal: [id], limit: 1000 };
  const logged = (await store.find(eventLog, { ...ofSession, equal: [tenant, id] })).documents;
  const others = [
    ...(await store.find(auditRecords, ofSession)).documents.map((document) => ({
      collection: auditRecords,
      document,
    })),
    ...(await store.find(deliveries, ofSession)).documents.map((document) => ({ collection: deliveries, document })),
    ...logged.map((document) => ({ collection: eventLog, document })),
  ];
  const all = [{ collection: sessions, document: session }, ...others] as unknown as readonly Copied[];
  const values = new Map<string, Value>([
    [id, (of) => of.id],
    [handle, (of) => of.handle],
  ]);
  const ids = [
    ...others.map(({ document }) => document.id),
    ...logged.flatMap(({ events = [] }) => events.map((one) => one.id)),
  ];
  // An id that contains the session's, such as an erasure's, differs through it.
  for (const [position, other] of [...new Set(ids)].entries())
    if (!other.includes(id)) values.set(other, (of) => of.otherId(position));
  for (const [path, part] of Object.entries(SEALED)) {
    const sealed = memberOf(session, path);
    if (sealed === undefined) continue;
    const text = vault.open(sealed, `session/${id}/${part}`);
    values.set(sealed, (of) => vault.seal(text, `session/${of.id}/${part}`));
  }
  const written = partsOf(JSON.stringify(all.map(({ document }) => document)), values, createdAt);
  return {
    events: logged.length,
    copy: (of) => {
      const text = written.map((part) => (typeof part === 'string' ? part : part(of))).join('');
      let number = of.event;
      return (JSON.parse(text) as readonly StoredDocument[]).map(({ rev: _, ...document }, index) => {
        const { collection } = all[index] as Copied;
        if (collection.name === sessions.name) return { collection, document: { ...document, state: of.state } };
        if (collection.name !== eventLog.name) return { collection, document };
        number += 1;
        return { collection, document: { ...document, number: number - 1 } };
      });
    },
  };
}

function memberOf(session: SessionDocument, path: string): string | undefined {
  let found: unknown = session;
  for (const name of path.split('.')) found = (found as Readonly<Record<string, unknown>> | undefined)?.[name];
  return found as string | undefined;
}

/** A text with the parts that differ in each copy; times keep their distance to the creation. */
function partsOf(text: string, values: ReadonlyMap<string, Value>, createdAt: number): readonly (string | Value)[] {
  const pattern = new RegExp(`(${[...values.keys()].join('|')}|${TIME.source})`);
  return text.split(pattern).map((part, index) => {
    if (index % 2 === 0) return part;
    return values.get(part) ?? ((of) => String(of.at + Number(part) - createdAt));
  });
}
