/** A tenant's configurations by kind, each with its source and its errors. */
import type { JSX } from 'preact';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { hasRole } from '../../state/session.ts';
import { language } from '../../state/settings.ts';
import { configurationTexts } from '../../text/configurations.ts';
import { type ConfigurationKind, type Configurations, configurationKinds, type Listed } from './configuration-kinds.ts';
import { credentialPreview, inLanguage } from './credential-preview.ts';
import { lineOf, placeOf, readJson } from './read-json.ts';
import { writtenOf } from './review.ts';
import { furtherTemplates, NEW } from './templates.ts';

export function ConfigurationList({ configurations }: { readonly configurations: Configurations }): JSX.Element {
  return (
    <>
      {configurationKinds.map((kind) => (
        <KindSection key={kind} kind={kind} items={configurations[kind]} />
      ))}
    </>
  );
}

export function KindSection({
  kind,
  items,
}: {
  readonly kind: ConfigurationKind;
  readonly items: readonly Listed[];
}): JSX.Element {
  const said = configurationTexts();
  const begin = hasRole('admin') ? (
    <>
      <Link class="button" to={`/configurations?kind=${kind}&template=${NEW}`}>
        {said.begin(kind)}
      </Link>
      {furtherTemplates[kind].map((template) => (
        <Link key={template} class="button" to={`/configurations?kind=${kind}&template=${template}`}>
          {said.beginWith(template)}
        </Link>
      ))}
    </>
  ) : null;
  return (
    <Section title={said.kind(kind)} actions={begin}>
      {items.length === 0 ? (
        <Empty title={said.none(kind)}>{said.noneHelp}</Empty>
      ) : (
        <Table
          caption={said.kind(kind)}
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              title: said.id,
              cell: ({ id }) => <Link to={`/configurations?kind=${kind}&id=${encodeURIComponent(id)}`}>{id}</Link>,
            },
            { title: said.name, cell: (one) => nameOf(one) ?? '' },
            { title: said.source, cell: ({ source }) => <Badge>{said.sourceOf(source)}</Badge> },
            { title: said.state, cell: (one) => <StateOf listed={one} /> },
          ]}
        />
      )}
    </Section>
  );
}

function nameOf(listed: Listed): string | undefined {
  return inLanguage(credentialPreview(listed, { issuer: '' }).faces, language.value)?.name;
}

function StateOf({ listed }: { readonly listed: Listed }): JSX.Element {
  const said = configurationTexts();
  const { error = [], findings = [] } = listed;
  const all = [...error, ...findings];
  if (all.length === 0) return <Badge tone="good">{said.fine}</Badge>;
  const text = JSON.stringify(writtenOf(listed), null, 2);
  const { places } = readJson(text);
  return (
    <>
      <Badge tone={error.length > 0 ? 'bad' : 'warn'}>{error.length > 0 ? said.ignored : said.used}</Badge>
      <ul>
        {all.map(({ pointer, detail }) => {
          const place = places.size > 2 ? placeOf(places, pointer) : undefined;
          return (
            <li key={pointer + detail}>
              {place === undefined ? null : `${said.line(lineOf(text, place.from))} `}
              <code>{pointer}</code> {detail}
            </li>
          );
        })}
      </ul>
    </>
  );
}
