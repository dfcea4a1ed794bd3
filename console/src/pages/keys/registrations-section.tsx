/** Registration certificates: the list, how one is added, and how one is deleted. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { AddForm } from '../../parts/add-form.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { TextOrFile } from '../../parts/text-or-file.tsx';
import { hasRole } from '../../state/session.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { registrationTexts } from '../../text/registrations.ts';
import { type Registration, RegistrationTable } from './registration-table.tsx';

const PATH = '/registration-certificates';

export function RegistrationsSection(): JSX.Element {
  const said = registrationTexts();
  const loaded = useLoaded((signal) => call<readonly Registration[]>('GET', PATH, { signal }));
  const [asked, setAsked] = useState<string>();
  const remove = async (id: string): Promise<void> => {
    await call('DELETE', `${PATH}/${encodeURIComponent(id)}`);
    await loaded.reload();
  };
  const mayWrite = hasRole('admin');
  return (
    <Section title={said.title}>
      <p>{said.lead}</p>
      <Show of={loaded}>
        {(registrations) => (
          <RegistrationTable registrations={registrations} {...(mayWrite ? { onDelete: setAsked } : {})} />
        )}
      </Show>
      {mayWrite ? <AddRegistration onAdded={() => loaded.reload()} /> : null}
      <DeleteDialog asked={asked} title={said.deleteTitle} onDelete={remove} onClose={() => setAsked(undefined)}>
        {said.deleteHelp}
      </DeleteDialog>
    </Section>
  );
}

interface Draft {
  readonly id: string;
  readonly jwt: string;
}

function AddRegistration({ onAdded }: { readonly onAdded: () => Promise<void> }): JSX.Element {
  const said = registrationTexts();
  const add = async (draft: Draft): Promise<string> => {
    const id = draft.id.trim();
    await call('POST', PATH, { body: { id, jwt: draft.jwt.trim() } });
    await onAdded();
    return said.added(id);
  };
  return (
    <AddForm title={said.add} start={{ id: '', jwt: '' }} onAdd={add}>
      {({ draft, edit, at }) => (
        <>
          <Field
            label={said.name}
            help={said.nameHelp}
            required
            value={draft.id}
            onInput={(id) => edit({ id })}
            error={at('/id')}
          />
          <TextOrFile
            label={said.jwt}
            help={said.jwtHelp}
            required
            rows={4}
            value={draft.jwt}
            onInput={(jwt) => edit({ jwt })}
            error={at('/jwt')}
            fileLabel={said.file}
            accept=".jwt,.txt"
          />
        </>
      )}
    </AddForm>
  );
}
