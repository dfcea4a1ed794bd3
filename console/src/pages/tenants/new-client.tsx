import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Field } from '../../parts/field.tsx';
import { Section } from '../../parts/page.tsx';
import type { Role } from '../../state/session.ts';
import { findingAt, useChange } from '../../state/use-change.ts';
import { tenantTexts } from '../../text/tenants.ts';
import { RoleSelect } from './role-select.tsx';
import { type ClientWithSecret, pathOfTenant } from './tenant.ts';

interface Draft {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
}

/** The minimum for a backend that creates offers and requests. */
const EMPTY: Draft = { id: '', role: 'operator', name: '' };

export interface NewClientProps {
  readonly tenant: string;
  readonly onMade: (client: ClientWithSecret) => void;
}

export function NewClient({ tenant, onMade }: NewClientProps): JSX.Element {
  const said = tenantTexts();
  const change = useChange();
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const make = (): Promise<void> =>
    change.run(async () => {
      const body = bodyOf(draft);
      onMade(await call<ClientWithSecret>('POST', `${pathOfTenant(tenant)}/clients`, { body }));
      setDraft(EMPTY);
    });
  return (
    <Section title={said.newClient}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <RoleSelect role={draft.role} onRole={(role) => setDraft({ ...draft, role })} />
        <Field
          label={said.name}
          help={said.nameHelp}
          value={draft.name}
          onInput={(name) => setDraft({ ...draft, name })}
          error={findingAt(change.problem, '/name')}
        />
        <Field
          label={said.clientId}
          help={said.clientIdHelp}
          value={draft.id}
          onInput={(id) => setDraft({ ...draft, id })}
          error={findingAt(change.problem, '/client_id')}
        />
        <Button type="submit" kind="main" busy={change.busy}>
          {said.makeClient}
        </Button>
      </form>
      <div aria-live="polite">{change.problem === undefined ? null : <Failure problem={change.problem} />}</div>
    </Section>
  );
}

/** Empty fields are left to the API. */
export function bodyOf({ id, role, name }: Draft): Readonly<Record<string, string>> {
  return {
    role,
    ...(id.trim() === '' ? {} : { client_id: id.trim() }),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
  };
}
