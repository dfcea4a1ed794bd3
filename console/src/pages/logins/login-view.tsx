/** One application: its secret if it is new, what to enter in it, its settings, and its deletion. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { connection } from '../../api/connection.ts';
import { Button } from '../../parts/button.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Link } from '../../parts/link.tsx';
import { NewSecret } from '../../parts/new-secret.tsx';
import { Section } from '../../parts/page.tsx';
import { navigate } from '../../state/address.ts';
import { hasRole, session } from '../../state/session.ts';
import { loginTexts } from '../../text/logins.ts';
import type { LoginClient } from './login-client.ts';
import { SetupSection } from './setup-section.tsx';

export interface LoginViewProps {
  readonly client: LoginClient;
  /** Set for a client that has just received one. */
  readonly secret: string | undefined;
  readonly onHide: () => void;
  readonly onDeleted: () => Promise<void>;
}

export function LoginView({ client, secret, onHide, onDeleted }: LoginViewProps): JSX.Element {
  const said = loginTexts();
  const { id, name = id, error } = client;
  const [asked, setAsked] = useState<string>();
  const remove = async (): Promise<void> => {
    await call('DELETE', `/configurations/login-clients/${encodeURIComponent(id)}`);
    await onDeleted();
    navigate('/logins');
  };
  const actions = hasRole('admin') ? (
    <>
      <Link class="button" to={`/logins?id=${encodeURIComponent(id)}&edit=1`}>
        {said.edit}
      </Link>
      {client.source === 'api' ? (
        <Button kind="danger" onClick={() => setAsked(name)}>
          {said.delete}
        </Button>
      ) : null}
    </>
  ) : null;
  return (
    <>
      <p>
        <Link to="/logins">{said.back}</Link>
      </p>
      <div aria-live="polite">
        {secret === undefined ? null : (
          <NewSecret title={said.secretOf(id)} secret={secret} onHide={onHide}>
            {said.once}
          </NewSecret>
        )}
      </div>
      <ErrorsOf client={client} />
      {error === undefined ? <SetupSection client={client} issuer={providerAddress()} secret={secret} /> : null}
      <Section title={`${name} (${id})`} actions={actions}>
        <Settings client={client} />
      </Section>
      <DeleteDialog asked={asked} title={said.deleteTitle} onDelete={remove} onClose={() => setAsked(undefined)}>
        {said.deleteHelp}
      </DeleteDialog>
    </>
  );
}

/** The console and the API have the same origin as PUBLIC_URL. */
export function providerAddress(): string {
  const now = session.value;
  const tenant = now.state === 'in' && now.variant === 'b' ? `/${now.tenant}` : '';
  return `${location.origin}${connection.base}${tenant}/login`;
}

export function ErrorsOf({ client: { error = [] } }: { readonly client: LoginClient }): JSX.Element | null {
  if (error.length === 0) return null;
  return (
    <Notice kind="alert" title={loginTexts().problems}>
      <ul>
        {error.map(({ pointer, detail }) => (
          <li key={pointer + detail}>
            <code>{pointer}</code> {detail}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Settings({ client }: { readonly client: LoginClient }): JSX.Element {
  const said = loginTexts();
  const { claims = {}, subject } = client;
  return (
    <FactList
      rows={[
        [said.source, said.sourceOf(client.source)],
        [said.redirectUris, (client.redirect_uris ?? []).map((uri) => <p key={uri}>{uri}</p>)],
        [said.method, said.methodOf(client.token_endpoint_auth_method ?? 'client_secret_basic')],
        [said.presentation, client.presentation],
        [said.subject, subject === undefined ? undefined : said[subject.kind]],
        [
          said.identifiedBy,
          subject?.from === undefined ? undefined : subject.from.map((path) => path.join(' → ')).join(', '),
        ],
        [
          said.claims,
          Object.entries(claims).map(([name, path]) => (
            <p key={name}>
              <code>{name}</code>: {path.join(' → ')}
            </p>
          )),
        ],
      ]}
    />
  );
}
