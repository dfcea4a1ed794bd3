/** Registration certificates: the list, how one is added, and how one is deleted. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Field } from '../../parts/field.tsx';
import { FileField } from '../../parts/file-field.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { hasRole } from '../../state/session.ts';
import { findingAt, useChange } from '../../state/use-change.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { registrationTexts } from '../../text/registrations.ts';
import { trustTexts } from '../../text/trust.ts';
import { type Registration, RegistrationTable } from './registration-table.tsx';

const PATH = '/registration-certificates';

export function RegistrationsSection(): JSX.Element {
  const said = registrationTexts();
  const loaded = useLoaded((signal) => call<readonly Registration[]>('GET', PATH, { signal }));
  const [asked, setAsked] = useState<string>();
  const change = useChange();
  const ask = (id: string | undefined): void => {
    change.forget();
    setAsked(id);
  };
  const remove = (id: string): Promise<void> =>
    change.run(async () => {
      await call('DELETE', `${PATH}/${encodeURIComponent(id)}`);
      ask(undefined);
      await loaded.reload();
    });
  const mayWrite = hasRole('admin');
  return (
    <Section title={said.title}>
      <p>{said.lead}</p>
      <Show of={loaded}>
        {(registrations) => (
          <RegistrationTable registrations={registrations} {...(mayWrite ? { onDelete: ask } : {})} />
        )}
      </Show>
      {mayWrite ? <AddRegistration onAdded={() => loaded.reload()} /> : null}
      <ConfirmDialog
        open={asked !== undefined}
        title={asked === undefined ? '' : said.deleteTitle(asked)}
        confirm={trustTexts().delete}
        danger
        busy={change.busy}
        problem={change.problem}
        onCancel={() => ask(undefined)}
        onConfirm={() => asked !== undefined && void remove(asked)}
      >
        <p>{said.deleteHelp}</p>
      </ConfirmDialog>
    </Section>
  );
}

const EMPTY = { id: '', jwt: '' } as const;

function AddRegistration({ onAdded }: { readonly onAdded: () => Promise<void> }): JSX.Element {
  const said = registrationTexts();
  const change = useChange();
  const [draft, setDraft] = useState<{ readonly id: string; readonly jwt: string }>(EMPTY);
  const [added, setAdded] = useState<string>();
  const edit = (part: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...part }));
  const add = (): Promise<void> => {
    setAdded(undefined);
    return change.run(async () => {
      const body = { id: draft.id.trim(), jwt: draft.jwt.trim() };
      await call('POST', PATH, { body });
      setAdded(body.id);
      setDraft(EMPTY);
      await onAdded();
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h3>{said.add}</h3>
      <Field
        label={said.name}
        help={said.nameHelp}
        required
        value={draft.id}
        onInput={(id) => edit({ id })}
        error={findingAt(change.problem, '/id')}
      />
      <Field
        label={said.jwt}
        help={said.jwtHelp}
        required
        rows={4}
        value={draft.jwt}
        onInput={(jwt) => edit({ jwt })}
        error={findingAt(change.problem, '/jwt')}
      />
      <FileField
        label={said.file}
        accept=".jwt,.txt"
        onFile={(file) => void file.text().then((jwt) => edit({ jwt }))}
      />
      <Button type="submit" kind="main" busy={change.busy}>
        {said.add}
      </Button>
      <div aria-live="polite">
        {change.problem === undefined ? null : <Failure problem={change.problem} />}
        {added === undefined ? null : <Notice kind="done">{said.added(added)}</Notice>}
      </div>
    </form>
  );
}
