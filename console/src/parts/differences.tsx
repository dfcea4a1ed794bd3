/** What a change adds, changes and removes, field by field, before somebody saves, imports or publishes it. */
import type { ComponentChildren, JSX } from 'preact';
import { differenceTexts } from '../text/differences.ts';
import { Badge } from './badge.tsx';
import { ClaimValue } from './claim-value.tsx';
import { compareJson, type Difference } from './compare-json.ts';
import { Table } from './table.tsx';

export interface DifferencesProps {
  readonly before: unknown;
  readonly after: unknown;
  /** Headings of both values, if "Before" and "After" don't fit. */
  readonly titles?: { readonly before: string; readonly after: string };
  /** Shown if nothing differs. */
  readonly none?: string;
  /** A field's name in words. Without it, or if it returns undefined, the field's JSON pointer is shown. */
  readonly nameOf?: (pointer: string) => ComponentChildren;
}

const tones = { added: 'good', removed: 'bad', changed: 'warn' } as const;
/** Longer texts are folded. */
const LONG = 160;

export function Differences({ before, after, titles, none, nameOf }: DifferencesProps): JSX.Element {
  const said = differenceTexts();
  const all = compareJson(before, after);
  if (all.length === 0) return <p>{none ?? said.none}</p>;
  const heads = titles ?? { before: said.before, after: said.after };
  return (
    <Table
      caption={said.title}
      rows={all}
      keyOf={({ pointer, kind }) => kind + pointer}
      columns={[
        { title: said.field, cell: ({ pointer }) => nameOf?.(pointer) ?? <code>{pointer || '/'}</code> },
        { title: said.difference, cell: ({ kind }) => <Badge tone={tones[kind]}>{said.kind(kind)}</Badge> },
        { title: heads.before, cell: (one) => <Side of={one} side="before" /> },
        { title: heads.after, cell: (one) => <Side of={one} side="after" /> },
      ]}
    />
  );
}

/** Such as "2 added, 1 changed". */
export function differenceCounts(differences: readonly Difference[]): string {
  const said = differenceTexts();
  const counts = (['added', 'changed', 'removed'] as const).map(
    (kind) => [kind, differences.filter((one) => one.kind === kind).length] as const,
  );
  const present = counts.filter(([, count]) => count > 0);
  return present.length === 0 ? said.none : present.map(([kind, count]) => said.count(kind, count)).join(', ');
}

function Side({ of, side }: { readonly of: Difference; readonly side: 'before' | 'after' }): JSX.Element | null {
  if (!Object.hasOwn(of, side)) return null;
  if (isSecret(of.pointer)) return <span class="soft">{differenceTexts().secret}</span>;
  const value = of[side];
  const isText = typeof value === 'string';
  if (isText && value.length > LONG && value.includes(' ')) {
    return (
      <details>
        <summary>{value.slice(0, LONG / 2)} …</summary>
        {value}
      </details>
    );
  }
  return isText ? <ClaimValue value={value} /> : <code>{JSON.stringify(value)}</code>;
}

/** Fields whose values are never shown: the server masks the same ones. */
function isSecret(pointer: string): boolean {
  return /\/(?:signingSecret|clientSecret|client_secret|(?:auth|auhth)\/config(?:\/value)?)$/.test(pointer);
}
