/** The one way into the audit log: the record in the store first, then its line in AUDIT_FILE. */

import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { errorFields } from '../kernel/log-error.ts';
import { orderedId } from '../kernel/ordered-id.ts';
import type { Random } from '../kernel/random.ts';
import { type AuditDocument, auditRecords, unwritten } from '../model/tenant/audit-record.ts';
import type { Settings } from '../settings/settings.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import { type AuditFile, openAuditFile } from './file.ts';
import { auditLine } from './view.ts';

/** The fields of a record that the caller sets. */
export type AuditEntry = Omit<AuditDocument, 'id' | 'rev' | 'at' | 'openSince'>;

export interface Audit {
  /** Creates a record without writing it. */
  draft(entry: AuditEntry): Omit<AuditDocument, 'rev'>;
  /**
   * Writes a record.
   * @throws ProtocolError `temporarily_unavailable` if the store did not accept it: then the request must fail
   */
  record(entry: AuditEntry): Promise<void>;
  /** Writes only the line, for a document that is in the store already, such as an erasure receipt. */
  line(document: Omit<AuditDocument, 'rev'>): Promise<void>;
  /** The current error of AUDIT_FILE; undefined without an error or a file. */
  trouble(): string | undefined;
  close(): Promise<void>;
}

export interface AuditParts {
  readonly settings: Pick<Settings, 'AUDIT_FILE'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** @param file default: from AUDIT_FILE */
export function createAudit(parts: AuditParts, file?: AuditFile): Audit {
  const { settings, store, clock, random, log } = parts;
  const lines = file ?? openAuditFile(settings.AUDIT_FILE, log);
  const draft = (entry: AuditEntry): Omit<AuditDocument, 'rev'> => {
    const at = clock();
    return { id: orderedId(at, random), at, ...entry };
  };
  return {
    draft,
    record: async (entry) => {
      const document = draft(entry);
      try {
        await ofTenant(store, document.tenant).insert(auditRecords, document);
      } catch (cause) {
        const error = unwritten(cause);
        log.error('The audit log cannot be written', { code: document.action, ...errorFields(error) });
        throw error;
      }
      await lines?.append(auditLine(document));
    },
    line: async (document) => lines?.append(auditLine(document)),
    trouble: () => lines?.trouble(),
    close: async () => lines?.close(),
  };
}
