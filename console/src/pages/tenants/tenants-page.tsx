/** The page "Tenants": all of them for the platform; for another administrator the clients of the own tenant. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call, callPage } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Field } from '../../parts/field.tsx';
import { Link } from '../../parts/link.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { navigate } from '../../state/address.ts';
import { isPlatform, session } from '../../state/session.ts';
import { findingAt, useChange } from '../../state/use-change.ts';
import { useReread } from '../../state/use-reread.ts';
import { partTexts } from '../../text/parts.ts';
import { pageTitles } from '../../text/shell.ts';
import { tenantTexts } from '../../text/tenants.ts';
import { ClientsSection } from './clients.tsx';
import { Source, StateBadge } from './facts.tsx';
import { pathOfTenant, type Tenant } from './tenant.ts';

const STEP = 100;
/** The most that one call gives. */
const MOST = 1000;

export function TenantsPage(_: PageParameters): JSX.Element {
  return isPlatform.value ? <AllTenants /> : <OwnTenant />;
}

/** The clients of the caller's tenant. */
export function OwnTenant(): JSX.Element {
  const now = session.value;
  return (
    <Page title={pageTitles().tenants} lead={tenantTexts().ownLead}>
      {now.state === 'in' ? <ClientsSection tenant={now.tenant} /> : null}
    </Page>
  );
}

function AllTenants(): JSX.Element {
  const said = tenantTexts();
  const [limit, setLimit] = useState(STEP);
  const list = useReread((signal) => callPage<Tenant>('/tenants', { signal, query: { limit } }), String(limit));
  return (
    <Page title={pageTitles().tenants} lead={said.lead}>
      <Section title={said.tenants}>
        <Show of={list}>
          {({ items, next }) => (
            <>
              <TenantTable tenants={items} />
              {next === undefined || limit >= MOST ? null : (
                <Button onClick={() => setLimit(Math.min(limit * 4, MOST))}>{partTexts().more}</Button>
              )}
            </>
          )}
        </Show>
      </Section>
      <NewTenant />
    </Page>
  );
}

export function TenantTable({ tenants }: { readonly tenants: readonly Tenant[] }): JSX.Element {
  const said = tenantTexts();
  if (tenants.length === 0) return <Empty title={said.none} />;
  return (
    <Table
      caption={said.tenants}
      rows={tenants}
      keyOf={({ id, source }) => `${source} ${id}`}
      columns={[
        { title: said.id, cell: ({ id }) => <Link to={pathOfTenant(id)}>{id}</Link> },
        { title: said.name, cell: ({ name }) => name ?? '–' },
        { title: said.state, cell: ({ state }) => <StateBadge state={state} /> },
        { title: said.source, cell: (one) => <Source of={one} /> },
        { title: said.since, cell: ({ since }) => (since === undefined ? '–' : <When at={since} />) },
      ]}
    />
  );
}

/** Redirects to the new tenant's page, where its first client is created. */
function NewTenant(): JSX.Element {
  const said = tenantTexts();
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const change = useChange();
  const make = (): Promise<void> =>
    change.run(async () => {
      const named = name.trim() === '' ? {} : { name: name.trim() };
      const made = await call<Tenant>('POST', '/tenants', { body: { id: id.trim(), ...named } });
      navigate(pathOfTenant(made.id));
    });
  return (
    <Section title={said.newTenant}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Field
          label={said.id}
          help={said.idHelp}
          value={id}
          onInput={setId}
          required
          error={findingAt(change.problem, '/id')}
        />
        <Field
          label={said.name}
          help={said.nameHelp}
          value={name}
          onInput={setName}
          error={findingAt(change.problem, '/name')}
        />
        <Button type="submit" kind="main" busy={change.busy}>
          {said.make}
        </Button>
      </form>
      <div aria-live="polite">{change.problem === undefined ? null : <Failure problem={change.problem} />}</div>
    </Section>
  );
}
