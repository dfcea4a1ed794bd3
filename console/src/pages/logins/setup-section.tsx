/** What to enter in an application: a tab for each common one, and the settings of a library as a file. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Copy } from '../../parts/copy.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Section } from '../../parts/page.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { loginTexts } from '../../text/logins.ts';
import { type Application, applications, environmentOf, type SetupOptions, type SetupRow, setupOf } from './setup.ts';

export function SetupSection(options: SetupOptions): JSX.Element {
  const said = loginTexts();
  const [selected, setSelected] = useState<string>('keycloak');
  return (
    <Section title={said.setup}>
      <Tabs
        label={said.setup}
        selected={selected}
        onSelect={setSelected}
        tabs={applications.map((id) => ({
          id,
          title: said.application(id),
          content: () =>
            id === 'library' ? (
              <Snippet text={environmentOf(options)} label={said.environment} file=".env" />
            ) : (
              <Fields application={id} options={options} />
            ),
        }))}
      />
    </Section>
  );
}

interface FieldsProps {
  readonly application: Exclude<Application, 'library'>;
  readonly options: SetupOptions;
}

export function Fields({ application, options }: FieldsProps): JSX.Element {
  const said = loginTexts();
  const { place, rows, redirectUri, warnings } = setupOf(application, options);
  const value = ({ field, value: text, isSecret }: SetupRow): JSX.Element =>
    isSecret === true && text === '' ? (
      <span class="soft">{said.secretUnknown}</span>
    ) : (
      <Copy value={text} label={field} />
    );
  return (
    <>
      {warnings.map((warning) => (
        <Notice key={warning} kind="warning">
          {said.warning(warning)}
        </Notice>
      ))}
      <FactList
        rows={[
          [said.place, <span lang="en">{place}</span>],
          ...rows.map((row) => [row.field, value(row)] as const),
          [said.itsRedirectUri, <Copy value={redirectUri} label={said.itsRedirectUri} />],
        ]}
      />
    </>
  );
}
