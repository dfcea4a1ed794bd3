/** Settings of an application that rarely need a change. */
import type { JSX } from 'preact';
import type { FormParts } from '../../parts/add-form.tsx';
import { Check, Field, Select } from '../../parts/field.tsx';
import { loginTexts } from '../../text/logins.ts';
import type { LoginDraft } from './login-client.ts';

const algorithms = ['RS256', 'ES256'].map((value) => ({ value, text: value }));

export function MoreFields(form: FormParts<LoginDraft>): JSX.Element {
  const said = loginTexts();
  const { draft, edit, at } = form;
  return (
    <details class="add">
      <summary>{said.more}</summary>
      <div class="entry">
        <Check
          label={said.crossDevice}
          help={said.crossDeviceHelp}
          checked={draft.crossDevice}
          onChange={(crossDevice) => edit({ crossDevice })}
        />
        <Check
          label={said.pkce}
          help={at('/require_pkce') ?? said.pkceHelp}
          checked={draft.pkce}
          onChange={(pkce) => edit({ pkce })}
        />
        <Check label={said.inIdToken} checked={draft.inIdToken} onChange={(inIdToken) => edit({ inIdToken })} />
        <SessionFields {...form} />
        <TextFields {...form} />
        <Select
          label={said.idTokenAlg}
          value={draft.idTokenAlg}
          onChange={(idTokenAlg) => edit({ idTokenAlg })}
          options={algorithms}
        />
        <Select
          label={said.userinfoAlg}
          value={draft.userinfoAlg}
          onChange={(userinfoAlg) => edit({ userinfoAlg })}
          options={[{ value: '', text: said.userinfoJson }, ...algorithms]}
        />
      </div>
    </details>
  );
}

function SessionFields({ draft, edit, at }: FormParts<LoginDraft>): JSX.Element {
  const said = loginTexts();
  return (
    <>
      <Field
        label={said.session}
        help={said.sessionHelp}
        type="number"
        value={draft.session}
        onInput={(session) => edit({ session })}
        error={at('/session')}
      />
      <Field
        label={said.backchannelUri}
        help={said.backchannelUriHelp}
        value={draft.backchannelUri}
        onInput={(backchannelUri) => edit({ backchannelUri })}
        error={at('/backchannel_logout_uri')}
      />
    </>
  );
}

function TextFields({ draft, edit, at }: FormParts<LoginDraft>): JSX.Element {
  const said = loginTexts();
  return (
    <>
      <Field
        label={said.logoutUris}
        help={said.onePerLine}
        rows={2}
        value={draft.logoutUris}
        onInput={(logoutUris) => edit({ logoutUris })}
        error={at('/post_logout_redirect_uris')}
      />
      <Field
        label={said.scopes}
        help={said.scopesHelp}
        rows={2}
        value={draft.scopes}
        onInput={(scopes) => edit({ scopes })}
        error={at('/scopes')}
      />
      <Field
        label={said.acr}
        help={said.acrHelp}
        value={draft.acr}
        onInput={(acr) => edit({ acr })}
        error={at('/acr')}
      />
      <Field
        label={said.framework}
        help={said.frameworkHelp}
        value={draft.framework}
        onInput={(framework) => edit({ framework })}
        error={at('/verified/trust_framework')}
      />
      <Field
        label={said.level}
        value={draft.level}
        onInput={(level) => edit({ level })}
        error={at('/verified/assurance_level')}
      />
      {draft.kind === 'pairwise' ? (
        <Field
          label={said.trust}
          help={said.trustHelp}
          value={draft.trust}
          onInput={(trust) => edit({ trust })}
          error={at('/subject/trust')}
        />
      ) : null}
    </>
  );
}
