/** How the document differs from the stored one. */
import type { JSX } from 'preact';
import { configurationTexts } from '../text/configurations.ts';
import { Badge } from './badge.tsx';
import { compareJson } from './compare-json.ts';
import { Table } from './table.tsx';

const tones = { added: 'good', removed: 'bad', changed: 'warn' } as const;

export function Comparison({ stored, edited }: { readonly stored: unknown; readonly edited: unknown }): JSX.Element {
  const said = configurationTexts();
  const differences = compareJson(stored, edited);
  if (differences.length === 0) return <p>{said.same}</p>;
  const shown = (value: unknown) => (value === undefined ? null : <code>{JSON.stringify(value)}</code>);
  return (
    <Table
      caption={said.compare}
      rows={differences}
      keyOf={({ pointer }) => pointer}
      columns={[
        { title: said.place, cell: ({ pointer }) => <code>{pointer || '/'}</code> },
        { title: said.difference, cell: ({ kind }) => <Badge tone={tones[kind]}>{said.differenceOf(kind)}</Badge> },
        { title: said.stored, cell: ({ before }) => shown(before) },
        { title: said.edited, cell: ({ after }) => shown(after) },
      ]}
    />
  );
}
