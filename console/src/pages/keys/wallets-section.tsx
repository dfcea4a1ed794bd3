/** The registered wallets, and whether others are accepted. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { DeleteButton } from '../../parts/delete-dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Check } from '../../parts/field.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { hasRole } from '../../state/session.ts';
import { useChange } from '../../state/use-change.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { partTexts } from '../../text/parts.ts';
import { trustTexts } from '../../text/trust.ts';
import { AddWallet } from './add-wallet.tsx';
import type { WalletClient, Wallets } from './wallet-clients.ts';

export function WalletsSection(): JSX.Element {
  const said = trustTexts();
  const wallets = useLoaded((signal) => call<Wallets>('GET', '/configurations/wallets', { signal }));
  const change = useChange();
  const [saved, setSaved] = useState(false);
  /** The requested change, until the API has responded. */
  const [asked, setAsked] = useState<Wallets>();
  /** The form with the change also shows the API's refusal. */
  const write = async ({ source: _, ...body }: Wallets): Promise<void> => {
    setSaved(false);
    await call('POST', '/configurations/wallets', { body });
    await wallets.reload();
    setSaved(true);
  };
  const ask = async (changed: Wallets): Promise<void> => {
    setAsked(changed);
    await change.run(() => write(changed));
    setAsked(undefined);
  };
  return (
    <Section title={said.wallets}>
      <Show of={wallets}>
        {(shown) => (
          <>
            <WalletsView
              wallets={asked ?? shown}
              mayWrite={shown.source !== 'file' && hasRole('admin')}
              onWallets={(changed) => void ask(changed)}
            />
            {shown.source !== 'file' && hasRole('admin') ? <AddWallet wallets={shown} onAdd={write} /> : null}
          </>
        )}
      </Show>
      <div aria-live="polite">
        {change.problem === undefined ? null : <Failure problem={change.problem} />}
        {saved ? <Notice kind="done">{said.walletsSaved}</Notice> : null}
      </div>
    </Section>
  );
}

export interface WalletsViewProps {
  readonly wallets: Wallets;
  readonly mayWrite: boolean;
  readonly onWallets: (wallets: Wallets) => void;
}

export function WalletsView({ wallets, mayWrite, onWallets }: WalletsViewProps): JSX.Element {
  const said = trustTexts();
  const { source, clients } = wallets;
  const without = (id: string): Wallets => ({ ...wallets, clients: clients.filter((one) => one.client_id !== id) });
  const remove = ({ client_id: id }: WalletClient): JSX.Element => (
    <DeleteButton name={id} onDelete={() => onWallets(without(id))} />
  );
  return (
    <>
      <p>{said.walletsFrom(source)}</p>
      {mayWrite ? (
        <Check
          label={said.publicClients}
          help={said.publicClientsHelp}
          checked={wallets.public_clients}
          onChange={(checked) => onWallets({ ...wallets, public_clients: checked })}
        />
      ) : (
        <p>{wallets.public_clients ? said.othersMay : said.othersMayNot}</p>
      )}
      {clients.length === 0 ? (
        <Empty title={said.noWallets}>{said.noWalletsHelp}</Empty>
      ) : (
        <Table
          caption={said.wallets}
          rows={clients}
          keyOf={({ client_id: id }) => id}
          columns={[
            { title: said.clientId, cell: ({ client_id: id }) => <code>{id}</code> },
            {
              title: said.redirectUris,
              cell: ({ redirect_uris: uris = [] }) => uris.map((uri) => <p key={uri}>{uri}</p>),
            },
            { title: said.keyCount, cell: ({ jwks }) => jwks.keys.length, number: true },
            ...(mayWrite ? [{ title: partTexts().delete, cell: remove }] : []),
          ]}
        />
      )}
    </>
  );
}
