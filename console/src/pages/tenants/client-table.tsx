/** Management clients with the possible actions. Clients from files are only shown. */
import type { JSX } from 'preact';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { tenantTexts } from '../../text/tenants.ts';
import type { AskedOfClient } from './client-dialog.tsx';
import { Source } from './facts.tsx';
import type { Client } from './tenant.ts';

export interface ClientTableProps {
  readonly clients: readonly Client[];
  readonly onAsk: (asked: AskedOfClient) => void;
}

export function ClientTable({ clients, onAsk }: ClientTableProps): JSX.Element {
  const said = tenantTexts();
  return (
    <Table
      caption={said.clients}
      rows={clients}
      keyOf={({ client_id, source }) => `${source} ${client_id}`}
      columns={[
        {
          title: said.client,
          cell: ({ client_id, name }) => (
            <>
              <code>{client_id}</code>
              {name === undefined ? null : <p class="small soft">{name}</p>}
            </>
          ),
        },
        { title: said.role, cell: ({ role }) => role },
        { title: said.source, cell: (one) => <Source of={one} /> },
        { title: said.secret, cell: (client) => <SecretState client={client} /> },
        { title: said.action, cell: (client) => <Actions client={client} onAsk={onAsk} /> },
      ]}
    />
  );
}

function SecretState({ client }: { readonly client: Client }): JSX.Element {
  const said = tenantTexts();
  const { source, locked, formerSecretUntil } = client;
  if (source === 'file') return <>{said.secretOfFiles}</>;
  if (locked === true) return <Badge tone="bad">{said.locked}</Badge>;
  if (formerSecretUntil === undefined) return <>{said.oneSecret}</>;
  return (
    <>
      {said.formerUntil} <When at={formerSecretUntil} />
    </>
  );
}

interface ActionsProps {
  readonly client: Client;
  readonly onAsk: ClientTableProps['onAsk'];
}

function Actions({ client, onAsk }: ActionsProps): JSX.Element {
  const said = tenantTexts();
  const { client_id: id, source, hiddenByFiles } = client;
  if (source === 'file' || hiddenByFiles === true) return <>–</>;
  return (
    <div class="actions">
      {(['change', 'rotate', 'remove'] as const).map((what) => (
        <Button key={what} label={said[`${what}Of`](id)} onClick={() => onAsk({ what, client })}>
          {said[what]}
        </Button>
      ))}
    </div>
  );
}
