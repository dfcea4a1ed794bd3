/** A tenant's management clients, and the secret of a client that was just created. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callPage } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Show } from '../../parts/loading.tsx';
import { NewSecret } from '../../parts/new-secret.tsx';
import { Section } from '../../parts/page.tsx';
import { useReread } from '../../state/use-reread.ts';
import { partTexts } from '../../text/parts.ts';
import { tenantTexts } from '../../text/tenants.ts';
import { type AskedOfClient, ClientDialog } from './client-dialog.tsx';
import { ClientTable } from './client-table.tsx';
import { NewClient } from './new-client.tsx';
import { type Client, type ClientWithSecret, pathOfTenant } from './tenant.ts';

const STEP = 100;
/** The most that one call gives. */
const MOST = 1000;

export function ClientsSection({ tenant }: { readonly tenant: string }): JSX.Element {
  const said = tenantTexts();
  const [limit, setLimit] = useState(STEP);
  const [made, setMade] = useState<ClientWithSecret>();
  const [asked, setAsked] = useState<AskedOfClient>();
  const list = useReread(
    (signal) => callPage<Client>(`${pathOfTenant(tenant)}/clients`, { signal, query: { limit } }),
    `${tenant} ${limit}`,
  );
  const changed = (withSecret?: ClientWithSecret): void => {
    setAsked(undefined);
    setMade(withSecret);
    void list.reload();
  };
  return (
    <>
      <Section title={said.clientsOf(tenant)}>
        <div aria-live="polite">
          {made === undefined ? null : (
            <NewSecret
              title={said.secretOf(made.client_id)}
              secret={made.client_secret}
              onHide={() => setMade(undefined)}
            >
              {said.once}
            </NewSecret>
          )}
        </div>
        <Show of={list}>
          {({ items, next }) => (
            <>
              {items.length === 0 ? (
                <Empty title={said.noClients}>{said.noClientsHelp}</Empty>
              ) : (
                <ClientTable clients={items} onAsk={setAsked} />
              )}
              {next === undefined || limit >= MOST ? null : (
                <Button onClick={() => setLimit(Math.min(limit * 4, MOST))}>{partTexts().more}</Button>
              )}
            </>
          )}
        </Show>
      </Section>
      <NewClient tenant={tenant} onMade={changed} />
      <ClientDialog tenant={tenant} asked={asked} onDone={changed} onCancel={() => setAsked(undefined)} />
    </>
  );
}
