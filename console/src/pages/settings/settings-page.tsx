/** The page "Settings": what the installation runs with. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../api/answer.ts';
import { call } from '../../api/call.ts';
import { EuPartsSection, isEuropean } from '../../parts/eu/eu-parts.tsx';
import { Field } from '../../parts/field.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { settingsTexts } from '../../text/settings.ts';
import { pageTitles } from '../../text/shell.ts';
import { RegistrarSection } from './registrar-section.tsx';
import { settingGroups } from './setting-groups.ts';

export type EffectiveSettings = Answer<'EffectiveSettings'>;
type EffectiveSetting = Answer<'EffectiveSetting'>;

export function SettingsPage(_: PageParameters): JSX.Element {
  const said = settingsTexts();
  const settings = useLoaded((signal) => call<EffectiveSettings>('GET', '/settings', { signal }), []);
  return (
    <Page title={pageTitles().settings} lead={said.lead}>
      {isEuropean() ? (
        <>
          <EuPartsSection />
          <RegistrarSection />
        </>
      ) : null}
      <Show of={settings}>{(shown) => <SettingsTable {...shown} />}</Show>
    </Page>
  );
}

/** Shows the few necessary settings and the changed ones, and the rest after a click. A search opens everything. */
export function SettingsTable({ version, license, settings }: EffectiveSettings): JSX.Element {
  const said = settingsTexts();
  const [search, setSearch] = useState('');
  const { needed, set, rest } = settingGroups(settings, search);
  const searched = search.trim() !== '';
  return (
    <>
      <Section title={`Countersign ${version}, ${license}`}>
        <Field label={said.search} type="search" name="search" value={search} onInput={setSearch} />
        <p class="soft" role="status">
          {searched ? said.found(needed.length + set.length + rest.length) : ''}
        </p>
      </Section>
      {needed.length === 0 ? null : <Group title={said.needed} rows={needed} />}
      {set.length === 0 ? null : <Group title={said.changed} rows={set} />}
      {rest.length === 0 ? null : searched ? (
        <Group title={said.others} rows={rest} />
      ) : (
        <details class="sheet">
          <summary>{said.showOthers(rest.length)}</summary>
          <Rows caption={said.others} rows={rest} />
        </details>
      )}
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly rows: readonly EffectiveSetting[];
}

function Group({ title, rows }: GroupProps): JSX.Element {
  return (
    <Section title={title}>
      <Rows caption={title} rows={rows} />
    </Section>
  );
}

function Rows({ caption, rows }: { readonly caption: string } & Pick<GroupProps, 'rows'>): JSX.Element {
  const said = settingsTexts();
  const columns = [
    { title: said.name, cell: ({ name }: EffectiveSetting) => <code class="setting-name">{name}</code> },
    { title: said.value, cell: ({ value }: EffectiveSetting) => shownValue(value) },
    { title: said.source, cell: ({ source }: EffectiveSetting) => said[source] },
    { title: said.meaning, cell: ({ meaning }: EffectiveSetting) => <span lang="en">{meaning}</span> },
  ];
  return <Table caption={caption} columns={columns} rows={rows} keyOf={({ name }) => name} />;
}

function shownValue(value: unknown): string {
  if (value === undefined) return '–';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
