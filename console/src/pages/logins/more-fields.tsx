/** Settings of an application that rarely need a change. */
import type { JSX } from 'preact';
import type { FormParts } from '../../parts/add-form.tsx';
import { DraftField } from '../../parts/draft-field.tsx';
import { Check, Select } from '../../parts/field.tsx';
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

function SessionFields(form: FormParts<LoginDraft>): JSX.Element {
  const said = loginTexts();
  return (
    <>
      <DraftField form={form} member="session" label={said.session} help={said.sessionHelp} type="number" />
      <DraftField
        form={form}
        member="backchannelUri"
        pointer="/backchannel_logout_uri"
        label={said.backchannelUri}
        help={said.backchannelUriHelp}
      />
    </>
  );
}

function TextFields(form: FormParts<LoginDraft>): JSX.Element {
  const said = loginTexts();
  return (
    <>
      <DraftField
        form={form}
        member="logoutUris"
        pointer="/post_logout_redirect_uris"
        label={said.logoutUris}
        help={said.onePerLine}
        rows={2}
      />
      <DraftField form={form} member="scopes" label={said.scopes} help={said.scopesHelp} rows={2} />
      <DraftField form={form} member="acr" label={said.acr} help={said.acrHelp} />
      <DraftField
        form={form}
        member="framework"
        pointer="/verified/trust_framework"
        label={said.framework}
        help={said.frameworkHelp}
      />
      <DraftField form={form} member="level" pointer="/verified/assurance_level" label={said.level} />
      {form.draft.kind === 'pairwise' ? (
        <DraftField form={form} member="trust" pointer="/subject/trust" label={said.trust} help={said.trustHelp} />
      ) : null}
    </>
  );
}
