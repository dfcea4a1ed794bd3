/** The management clients of a tenant, and the secret of one that was just made. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callPage } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Show } from '../../parts/loading.tsx';
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
          {made === undefined ? null : <NewSecret client={made} onHide={() => setMade(undefined)} />}
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

interface NewSecretProps {
  readonly client: ClientWithSecret;
  readonly onHide: () => void;
}

/** The only place that ever has the secret: it is in the answer alone. */
export function NewSecret({ client, onHide }: NewSecretProps): JSX.Element {
  const said = tenantTexts();
  const title = said.secretOf(client.client_id);
  return (
    <Notice kind="done" title={title}>
      <p>{said.once}</p>
      <p>
        <Copy value={client.client_secret} label={title} />
      </p>
      <Button onClick={onHide}>{said.hide}</Button>
    </Notice>
  );
}
