/** The page "Settings": what the installation runs with. */
import type { JSX } from 'preact';
import type { Answer } from '../../api/answer.ts';
import { call } from '../../api/call.ts';
import { EuPartsSection, isEuropean } from '../../parts/eu/eu-parts.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { settingsTexts } from '../../text/settings.ts';
import { pageTitles } from '../../text/shell.ts';
import { RegistrarSection } from './registrar-section.tsx';

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

export function SettingsTable({ version, license, settings }: EffectiveSettings): JSX.Element {
  const said = settingsTexts();
  const columns = [
    { title: said.name, cell: ({ name }: EffectiveSetting) => <code class="setting-name">{name}</code> },
    { title: said.value, cell: ({ value }: EffectiveSetting) => shownValue(value) },
    { title: said.source, cell: ({ source }: EffectiveSetting) => said[source] },
    { title: said.meaning, cell: ({ meaning }: EffectiveSetting) => <span lang="en">{meaning}</span> },
  ];
  return (
    <Section title={`Countersign ${version}, ${license}`}>
      <Table caption={pageTitles().settings} columns={columns} rows={settings} keyOf={({ name }) => name} />
    </Section>
  );
}

function shownValue(value: unknown): string {
  if (value === undefined) return '–';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
