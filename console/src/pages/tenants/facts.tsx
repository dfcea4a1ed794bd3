/** The facts about a tenant: its state and source, what its erasure has removed, and the receipt. */
import type { JSX } from 'preact';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Copy } from '../../parts/copy.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { tenantTexts } from '../../text/tenants.ts';
import type { Counts, Receipt, Tenant } from './tenant.ts';

const TONES: Readonly<Record<Tenant['state'], Tone>> = {
  active: 'good',
  suspended: 'warn',
  erasing: 'busy',
  erased: 'plain',
};

export function StateBadge({ state }: Pick<Tenant, 'state'>): JSX.Element {
  return <Badge tone={TONES[state]}>{tenantTexts().states(state)}</Badge>;
}

/** The source of a tenant or a client, and whether files hide it. */
export function Source({
  of: { source, hiddenByFiles },
}: {
  readonly of: Pick<Tenant, 'source' | 'hiddenByFiles'>;
}): JSX.Element {
  const said = tenantTexts();
  return (
    <span class="actions">
      {said.sources(source)}
      {hiddenByFiles === true ? <Badge tone="warn">{said.hidden}</Badge> : null}
    </span>
  );
}

export function TenantFacts({ tenant }: { readonly tenant: Tenant }): JSX.Element {
  const said = tenantTexts();
  const { id, name, source, state, since, createdAt, hiddenByFiles } = tenant;
  return (
    <>
      {source === 'file' ? <p>{said.ofFiles}</p> : null}
      {hiddenByFiles === true ? <Notice kind="warning">{said.hiddenHelp}</Notice> : null}
      <FactList
        rows={[
          [said.id, <code key="id">{id}</code>],
          [said.name, name],
          [said.state, <StateBadge key="state" state={state} />],
          [said.since, since === undefined ? undefined : <When key="since" at={since} />],
          [said.source, said.sources(source)],
          [said.created, createdAt === undefined ? undefined : <When key="created" at={createdAt} />],
        ]}
      />
    </>
  );
}

/** How far an erasure is; nothing for a tenant that is not being erased. */
export function Erasure({ tenant: { state, removed = {} } }: { readonly tenant: Tenant }): JSX.Element | null {
  const said = tenantTexts();
  if (state !== 'erasing') return null;
  return (
    <Section title={said.removedNow}>
      <Notice kind="info" title={said.erasing}>
        <p>{said.erasingHelp}</p>
      </Notice>
      <CountTable caption={said.removedNow} counts={removed} none={said.nothingYet} />
    </Section>
  );
}

export function ReceiptSection({ receipt }: { readonly receipt: Receipt }): JSX.Element {
  const said = tenantTexts();
  const { requestedBy, startedAt, endedAt, removed, kept, chain } = receipt;
  const { client, tenant, request } = requestedBy;
  return (
    <Section title={said.receipt}>
      <FactList
        rows={[
          [said.requestedBy, said.requester(client, tenant)],
          [said.request, request === undefined ? undefined : <code key="request">{request}</code>],
          [said.startedAt, <When key="started" at={startedAt} />],
          [said.endedAt, <When key="ended" at={endedAt} />],
          [said.chain, <Copy key="chain" value={chain} label={said.chain} />],
        ]}
      />
      <h3>{said.removed}</h3>
      <CountTable caption={said.removed} counts={removed} none={said.nothing} />
      <h3>{said.kept}</h3>
      <CountTable caption={said.kept} counts={kept} none={said.nothing} />
    </Section>
  );
}

interface CountTableProps {
  readonly caption: string;
  readonly counts: Counts;
  readonly none: string;
}

function CountTable({ caption, counts, none }: CountTableProps): JSX.Element {
  const said = tenantTexts();
  const rows = Object.entries(counts).filter(([, count]) => count > 0);
  if (rows.length === 0) return <p>{none}</p>;
  return (
    <Table
      caption={caption}
      rows={rows}
      keyOf={([collection]) => collection}
      columns={[
        { title: said.collection, cell: ([collection]) => <code>{collection}</code> },
        { title: said.count, cell: ([, count]) => String(count), number: true },
      ]}
    />
  );
}
