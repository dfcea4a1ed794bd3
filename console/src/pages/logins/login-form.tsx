/** The form of an application that signs users in with their wallets. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { EntryForm, type FormParts } from '../../parts/add-form.tsx';
import { base64url } from '../../parts/base64url.ts';
import { DraftField } from '../../parts/draft-field.tsx';
import { Check, Select } from '../../parts/field.tsx';
import type { PresentationConfiguration } from '../../parts/flow/configuration.ts';
import { loginTexts } from '../../text/logins.ts';
import { ClaimFields } from './claim-fields.tsx';
import {
  type AuthMethod,
  authMethods,
  bodyOf,
  claimRows,
  draftOf,
  type LoginClient,
  type LoginDraft,
  mistakesOf,
  needsSecret,
} from './login-client.ts';
import { MoreFields } from './more-fields.tsx';

export interface LoginFormProps {
  /** Undefined: a new one. */
  readonly client: LoginClient | undefined;
  readonly presentations: readonly PresentationConfiguration[];
  /** @param secret of a client that has just got one */
  readonly onSaved: (id: string, secret: string | undefined) => Promise<void>;
}

export function LoginForm({ client, presentations, onSaved }: LoginFormProps): JSX.Element {
  const said = loginTexts();
  const save = async (draft: LoginDraft): Promise<string> => {
    const kept = draft.newSecret ? undefined : client?.client_secret;
    const fresh = needsSecret(draft.method) && kept === undefined ? newSecret() : undefined;
    const body = bodyOf(draft, fresh ?? kept);
    const { id } = await call<{ id: string }>('POST', '/configurations/login-clients', { body });
    await onSaved(id, fresh);
    return said.saved;
  };
  return (
    <EntryForm
      submit={said.save}
      start={draftOf(client, presentations)}
      next={(draft) => draft}
      focus
      mistakes={(draft) =>
        Object.fromEntries(
          Object.entries(mistakesOf(draft)).map(([pointer, mistake]) => [pointer, said.mistake(mistake)]),
        )
      }
      onAdd={save}
    >
      {(form) => <LoginFields {...form} client={client} presentations={presentations} />}
    </EntryForm>
  );
}

/** 256 bits, in letters that need no quotes anywhere. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return base64url(String.fromCharCode(...bytes));
}

export type LoginFieldsProps = FormParts<LoginDraft> & Pick<LoginFormProps, 'client' | 'presentations'>;

export function LoginFields({ client, presentations, ...form }: LoginFieldsProps): JSX.Element {
  const said = loginTexts();
  const { draft, edit, at } = form;
  const choose = (presentation: string): void => {
    const asked = presentations.find(({ id }) => id === presentation);
    edit({ presentation, claims: claimRows(asked, draft.claims, client === undefined) });
  };
  return (
    <>
      {client === undefined ? <DraftField form={form} member="id" label={said.id} help={said.idHelp} required /> : null}
      <DraftField form={form} member="name" label={said.name} help={said.nameHelp} required />
      <DraftField
        form={form}
        member="redirectUris"
        pointer="/redirect_uris"
        label={said.redirectUris}
        help={said.redirectUrisHelp}
        required
        rows={2}
      />
      <MethodFields {...form} client={client} />
      <Select
        label={said.presentation}
        help={said.presentationHelp}
        value={draft.presentation}
        onChange={choose}
        options={presentations.map(({ id }) => ({ value: id, text: id }))}
        error={at('/presentation')}
      />
      <Select
        label={said.subject}
        help={said.subjectHelp}
        value={draft.kind}
        onChange={(kind) => edit({ kind: kind as LoginDraft['kind'] })}
        options={(['pairwise', 'transient'] as const).map((value) => ({ value, text: said[value] }))}
        error={at('/subject')}
      />
      <ClaimFields
        rows={draft.claims}
        isPairwise={draft.kind === 'pairwise'}
        errorOf={(name) => at(`/claims/${name}`)}
        error={at('/subject/from') ?? at('/claims')}
        onRows={(claims) => edit({ claims })}
      />
      {client === undefined ? null : (
        <Check
          label={said.newSubjects}
          help={said.newSubjectsHelp}
          checked={draft.newSubjects}
          onChange={(newSubjects) => edit({ newSubjects })}
        />
      )}
      <MoreFields {...form} />
    </>
  );
}

function MethodFields({ client, ...form }: FormParts<LoginDraft> & Pick<LoginFieldsProps, 'client'>) {
  const { draft, edit, at } = form;
  const said = loginTexts();
  return (
    <>
      <Select
        label={said.method}
        value={draft.method}
        onChange={(method) => edit({ method: method as AuthMethod })}
        options={authMethods.map((value) => ({ value, text: said.methodOf(value) }))}
        error={at('/token_endpoint_auth_method') ?? at('/client_secret')}
      />
      {draft.method === 'private_key_jwt' ? (
        <DraftField form={form} member="jwks" label={said.jwks} required rows={5} />
      ) : null}
      {client?.client_secret !== undefined && needsSecret(draft.method) ? (
        <Check
          label={said.newSecret}
          help={said.newSecretHelp}
          checked={draft.newSecret}
          onChange={(newSecret) => edit({ newSecret })}
        />
      ) : null}
    </>
  );
}
