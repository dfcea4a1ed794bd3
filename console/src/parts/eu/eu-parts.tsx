/** What a tenant with the profile `eu` has, and what it lacks. */
import type { JSX } from 'preact';
import type { Answer } from '../../api/answer.ts';
import { call } from '../../api/call.ts';
import { hasRole, session } from '../../state/session.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { euTexts } from '../../text/eu.ts';
import { Badge, type Tone } from '../badge.tsx';
import { Notice } from '../failure.tsx';
import { Link } from '../link.tsx';
import { Show } from '../loading.tsx';
import { Section } from '../page.tsx';
import { Said } from '../said.tsx';
import { Table } from '../table.tsx';

type Parts = Answer<'EuParts'>;
type Part = Answer<'EuPart'>;

const TONES: Readonly<Record<string, Tone>> = { present: 'good', missing: 'bad', refused: 'bad' };

function lacks({ state }: Part): boolean {
  return state === 'missing' || state === 'refused';
}

export function isEuropean(): boolean {
  const now = session.value;
  return now.state === 'in' && now.profile === 'eu';
}

/** On the first page: nothing while the tenant has everything. */
export function EuMissing(): JSX.Element | null {
  return isEuropean() ? <LoadedMissing /> : null;
}

function LoadedMissing(): JSX.Element {
  const parts = useLoaded((signal) => call<Parts>('GET', '/eu-parts', { signal }));
  return <Show of={parts}>{(found) => <MissingParts parts={found.parts} />}</Show>;
}

export function MissingParts({ parts }: { readonly parts: readonly Part[] }): JSX.Element | null {
  const said = euTexts();
  const missing = parts.filter(lacks);
  if (missing.length === 0) return null;
  return (
    <Notice kind="warning" title={said.incomplete(missing.length)}>
      <ul>
        {missing.map((part) => (
          <li key={part.part}>
            <strong>{said.part(part.part)}</strong>: {said.todo(part.part, part.place)}
          </li>
        ))}
      </ul>
      {hasRole('admin') ? <Link to="/settings">{said.toSettings}</Link> : null}
    </Notice>
  );
}

/** For the page "Settings": every part. */
export function EuPartsSection(): JSX.Element {
  const parts = useLoaded((signal) => call<Parts>('GET', '/eu-parts', { signal }));
  return (
    <Section title={euTexts().title}>
      <Show of={parts}>{(found) => <PartTable {...found} />}</Show>
    </Section>
  );
}

export function PartTable({ complete, parts }: Parts): JSX.Element {
  const said = euTexts();
  return (
    <>
      <p>{complete ? said.complete : said.incomplete(parts.filter(lacks).length)}</p>
      <Table
        caption={said.title}
        rows={parts}
        keyOf={({ part }) => part}
        columns={[
          { title: said.what, cell: ({ part }) => said.part(part) },
          {
            title: said.state,
            cell: ({ state }) => <Badge tone={TONES[state] ?? 'plain'}>{said.stateName(state)}</Badge>,
          },
          { title: said.neededBy, cell: ({ neededBy }) => neededBy.map((one) => said.user(one)).join(', ') },
          { title: said.toDo, cell: (part) => <ToDo of={part} /> },
        ]}
      />
    </>
  );
}

/** The server's problems are in English: they contain members of certificates. */
function ToDo({ of: part }: { readonly of: Part }): JSX.Element {
  const said = euTexts();
  if (!lacks(part)) return <>–</>;
  return (
    <>
      <p>{said.todo(part.part, part.place)}</p>
      {(part.findings ?? []).map((finding) => (
        <p key={finding} class="small" lang="en">
          <Said>{finding}</Said>
        </p>
      ))}
    </>
  );
}
