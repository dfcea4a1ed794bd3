/** The records of the audit log: who did what to what, as text. */
import type { JSX } from 'preact';
import type { Answer } from '../../api/answer.ts';
import { Badge } from '../../parts/badge.tsx';
import { Link } from '../../parts/link.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { auditDetails, auditTexts } from '../../text/audit.ts';
import { auditActions } from '../../text/audit-actions.ts';
import { statusNames, statusReasons } from '../../text/status-changes.ts';

export type AuditRecord = Answer<'AuditRecord'>;

export function AuditTable({ rows }: { readonly rows: readonly AuditRecord[] }): JSX.Element {
  const said = auditTexts();
  return (
    <Table
      caption={said.records}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: said.time, cell: ({ at }) => <When at={at} /> },
        { title: said.client, cell: ({ client }) => client },
        {
          title: said.action,
          cell: ({ action, open }) => (
            <>
              <Action name={action} /> {open === true ? <Badge tone="warn">{said.open}</Badge> : null}
            </>
          ),
        },
        { title: said.subject, cell: (record) => <Subject record={record} /> },
        {
          title: said.data,
          cell: ({ data }) => <span class="small">{detailsOf(data)}</span>,
        },
      ]}
    />
  );
}

/** As text. An action from a later server is shown as its id. */
function Action({ name }: { readonly name: string }): JSX.Element {
  const words: Readonly<Record<string, string>> = auditActions();
  const said = Object.hasOwn(words, name) ? words[name] : undefined;
  return said === undefined ? <code>{name}</code> : <span title={name}>{said}</span>;
}

/**
 * For example, `Status: revoked, Reason: Wallet or device lost`. An unknown member from a later server is shown
 * unchanged, and a list by its length.
 */
function detailsOf(data: AuditRecord['data']): string {
  const names: Readonly<Record<string, string>> = auditDetails();
  return Object.entries(data ?? {})
    .map(([name, value]) => `${Object.hasOwn(names, name) ? names[name] : name}: ${detailOf(name, value)}`)
    .join(', ');
}

function detailOf(name: string, value: unknown): string {
  const reasons: Readonly<Record<string, string>> = statusReasons();
  const names = statusNames();
  if (name === 'status') return [names.valid, names.revoked, names.suspended][Number(value)] ?? String(value);
  if (name === 'reason' && typeof value === 'string' && Object.hasOwn(reasons, value)) return reasons[value] ?? value;
  if (Array.isArray(value)) return String(value.length);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function Subject({ record }: { readonly record: AuditRecord }): JSX.Element {
  const { session, subject } = record;
  return (
    <>
      {subject === undefined ? null : <code>{subject}</code>}{' '}
      {session === undefined ? null : (
        <Link to={`/sessions/${encodeURIComponent(session)}`}>
          <code>{session}</code>
        </Link>
      )}
    </>
  );
}
