/** Sign-in by API key, by client credentials, or with the identity provider of the organisation. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { addressOf } from '../../api/call.ts';
import { connection } from '../../api/connection.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { type Credentials, signIn } from '../../state/session.ts';
import { pageTitles, shellTexts, signInTexts } from '../../text/shell.ts';

export interface SignInPageProps {
  /** The sign-in has ended while a page was open. */
  readonly ended: boolean;
}

type Way = 'key' | 'client';

export function SignInPage({ ended }: SignInPageProps): JSX.Element {
  const said = signInTexts();
  const [way, setWay] = useState<Way>('key');
  const [typed, setTyped] = useState({ key: '', id: '', secret: '' });
  const [problem, setProblem] = useState<Problem>();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = `${said.title} – Countersign`;
  }, [said.title]);
  const missing = (value: string): string | undefined => (tried && value === '' ? said.empty : undefined);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setTried(true);
    const credentials = credentialsOf(way, typed);
    if (credentials === undefined || busy) return;
    setBusy(true);
    setProblem(undefined);
    await signIn(credentials).catch((error: unknown) => setProblem(asProblem(error)));
    setBusy(false);
  };
  return (
    <section class="sheet sign-in" aria-label={pageTitles().home}>
      <h1>Countersign</h1>
      <p>{said.intro}</p>
      {ended ? <Notice kind="info">{said.ended}</Notice> : null}
      {/* Each field shows its own rules. */}
      <form noValidate onSubmit={(event) => void submit(event)} aria-label={said.title}>
        <Select
          label={said.how}
          value={way}
          onChange={(value) => setWay(value as Way)}
          options={[
            { value: 'key', text: said.key },
            { value: 'client', text: said.client },
          ]}
        />
        {way === 'key' ? (
          <Field
            label={said.key}
            help={said.keyHelp}
            name="api_key"
            type="password"
            required
            value={typed.key}
            error={missing(typed.key)}
            onInput={(key) => setTyped({ ...typed, key })}
          />
        ) : (
          <>
            <Field
              label={said.clientId}
              name="client_id"
              autocomplete="username"
              required
              value={typed.id}
              error={missing(typed.id)}
              onInput={(id) => setTyped({ ...typed, id })}
            />
            <Field
              label={said.clientSecret}
              name="client_secret"
              type="password"
              autocomplete="current-password"
              required
              value={typed.secret}
              error={missing(typed.secret)}
              onInput={(secret) => setTyped({ ...typed, secret })}
            />
          </>
        )}
        {problem === undefined ? null : <Refused problem={problem} />}
        <div class="actions">
          <Button type="submit" kind="main" busy={busy}>
            {said.submit}
          </Button>
          {connection.organisation ? <a href={addressOf('/console/login/oidc')}>{said.organisation}</a> : null}
        </div>
      </form>
      <p class="soft">
        <a href={addressOf('/docs/api.html')}>{shellTexts().apiReference}</a>
      </p>
    </section>
  );
}

function Refused({ problem }: { readonly problem: Problem }): JSX.Element {
  if (problem.status === 401) return <Notice kind="alert">{signInTexts().wrong}</Notice>;
  return <Failure problem={problem} />;
}

/** The typed values; undefined if something is missing. */
function credentialsOf(
  way: Way,
  typed: { readonly key: string; readonly id: string; readonly secret: string },
): Credentials | undefined {
  if (way === 'key') return typed.key === '' ? undefined : { api_key: typed.key };
  return typed.id === '' || typed.secret === '' ? undefined : { client_id: typed.id, client_secret: typed.secret };
}
