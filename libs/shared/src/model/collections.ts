/** All collections, for the step that makes their indexes and the check that they are there. */

import type { Collection, StoredDocument } from '../store/port.ts';
import { auditRecords } from './audit-record.ts';
import { deadLetters } from './dead-letters.ts';
import { deliveries } from './deliveries.ts';
import { flowConfigs } from './flow-configs.ts';
import { jobs } from './jobs.ts';
import { keyDocuments } from './keys-documents.ts';
import { restores } from './restores.ts';
import { sessions } from './sessions.ts';
import { statusEntries, statusLists } from './status-documents.ts';

export const collections: readonly Collection<StoredDocument>[] = [
  sessions,
  flowConfigs,
  statusLists,
  statusEntries,
  deliveries,
  deadLetters,
  keyDocuments,
  jobs,
  auditRecords,
  restores,
];
