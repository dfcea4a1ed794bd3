/**
 * The page "Wallet login": the list of applications that sign users in with their wallets, one application, and its
 * form.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { type PresentationConfiguration, usable } from '../../parts/flow/configuration.ts';
import { Link } from '../../parts/link.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { address, navigate } from '../../state/address.ts';
import { hasRole } from '../../state/session.ts';
import { useChange } from '../../state/use-change.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { loginTexts } from '../../text/logins.ts';
import { pageTitles } from '../../text/shell.ts';
import type { LoginClient } from './login-client.ts';
import { LoginForm } from './login-form.tsx';
import { ErrorsOf, LoginView, providerAddress } from './login-view.tsx';

interface Lists {
  readonly clients: readonly LoginClient[];
  readonly presentations: readonly PresentationConfiguration[];
}

interface FreshSecret {
  readonly id: string;
  readonly secret: string;
}

export function LoginsPage(_: PageParameters): JSX.Element {
  const lists = useLoaded(async (signal): Promise<Lists> => {
    const [clients, presentations] = await Promise.all([
      call<readonly LoginClient[]>('GET', '/configurations/login-clients', { signal }),
      call<readonly PresentationConfiguration[]>('GET', '/presentation-management', { signal }),
    ]);
    return { clients, presentations: usable(presentations) };
  });
  const [fresh, setFresh] = useState<FreshSecret>();
  const { id, edit, new: isNew } = address.value.query;
  const saved = async (stored: string, secret: string | undefined): Promise<void> => {
    await lists.reload();
    setFresh(secret === undefined ? undefined : { id: stored, secret });
    navigate(`/logins?id=${encodeURIComponent(stored)}`);
    scrollTo(0, 0);
  };
  const shown = ({ clients, presentations }: Lists): JSX.Element => {
    const client = clients.find((one) => one.id === id);
    if (hasRole('admin') && (isNew !== undefined || (client !== undefined && edit !== undefined)))
      return <FormView key={client?.id} client={client} presentations={presentations} onSaved={saved} />;
    if (id === undefined) return <List clients={clients} canAdd={presentations.length > 0} />;
    if (client === undefined) return <Empty title={loginTexts().unknown} />;
    return (
      <LoginView
        client={client}
        secret={fresh?.id === id ? fresh.secret : undefined}
        onHide={() => setFresh(undefined)}
        onDeleted={() => lists.reload()}
      />
    );
  };
  return (
    <Page title={pageTitles().logins} lead={loginTexts().lead}>
      <Show of={lists}>{shown}</Show>
    </Page>
  );
}

function FormView({ client, ...form }: Parameters<typeof LoginForm>[0]): JSX.Element {
  const said = loginTexts();
  return (
    <>
      <p>
        <Link to={client === undefined ? '/logins' : `/logins?id=${encodeURIComponent(client.id)}`}>
          {client === undefined ? said.back : (client.name ?? client.id)}
        </Link>
      </p>
      <Section title={client === undefined ? said.add : said.edit}>
        {client?.source === 'file' ? <Notice kind="info">{said.editFile}</Notice> : null}
        {client === undefined ? null : <ErrorsOf client={client} />}
        <LoginForm client={client} {...form} />
      </Section>
    </>
  );
}

export interface ListProps {
  readonly clients: readonly LoginClient[];
  /** There is a presentation configuration. */
  readonly canAdd: boolean;
}

export function List({ clients, canAdd }: ListProps): JSX.Element {
  const said = loginTexts();
  const add =
    hasRole('admin') && canAdd ? (
      <Link class="button main" to="/logins?new=1">
        {said.add}
      </Link>
    ) : null;
  return (
    <>
      <Section title={said.clients} actions={add}>
        {clients.length === 0 ? <None canAdd={canAdd} /> : <ClientTable clients={clients} />}
      </Section>
      {clients.length === 0 ? null : <SigningKeys />}
    </>
  );
}

function None({ canAdd }: { readonly canAdd: boolean }): JSX.Element {
  const said = loginTexts();
  return (
    <Empty title={said.none}>
      <p>{canAdd ? said.noneHelp : said.needsPresentation}</p>
      {canAdd ? null : <Link to="/configurations?kind=presentation&template=1">{said.toConfigurations}</Link>}
    </Empty>
  );
}

function ClientTable({ clients }: { readonly clients: readonly LoginClient[] }): JSX.Element {
  const said = loginTexts();
  return (
    <Table
      caption={said.clients}
      rows={clients}
      keyOf={({ id }) => id}
      columns={[
        { title: said.id, cell: ({ id }) => <Link to={`/logins?id=${encodeURIComponent(id)}`}>{id}</Link> },
        {
          title: said.name,
          cell: (client) => (
            <>
              {client.name ?? '–'}
              <ErrorsOf client={client} />
            </>
          ),
        },
        {
          title: said.redirectUris,
          cell: ({ redirect_uris: uris = [] }) =>
            uris.map((uri) => (
              <p key={uri} class="code">
                {uri}
              </p>
            )),
        },
        { title: said.presentation, cell: ({ presentation }) => presentation ?? '–' },
        { title: said.source, cell: ({ source }) => said.sourceOf(source) },
      ]}
    />
  );
}

function SigningKeys(): JSX.Element {
  const said = loginTexts();
  const change = useChange();
  const [rotated, setRotated] = useState(false);
  const rotate = (): Promise<void> =>
    change.run(async () => {
      await call('POST', '/configurations/login-keys/rotate');
      setRotated(true);
    });
  const action = hasRole('admin') ? (
    <Button busy={change.busy} onClick={() => void rotate()}>
      {said.rotate}
    </Button>
  ) : null;
  return (
    <Section title={said.keys} actions={action}>
      <p>{said.keysHelp}</p>
      <p>
        {said.provider}: <Copy value={providerAddress()} label={said.provider} />
      </p>
      <div aria-live="polite">
        {change.problem === undefined ? null : <Failure problem={change.problem} />}
        {rotated ? <Notice kind="done">{said.rotated}</Notice> : null}
      </div>
    </Section>
  );
}
