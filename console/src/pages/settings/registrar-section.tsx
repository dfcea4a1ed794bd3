/** What the server registers and renews at the registrar, and why the last attempt failed. */
import type { JSX } from 'preact';
import type { Answer } from '../../api/answer.ts';
import { call } from '../../api/call.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { Said } from '../../parts/said.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { euTexts } from '../../text/eu.ts';
import { inConsoleLanguage } from '../../text/reason-text.ts';

type Registrar = Answer<'Registrar'>;
type Task = Omit<Answer<'RegistrarCertificate'>, 'id' | 'intendedUse'>;

const TONES: Readonly<Record<string, Tone>> = { done: 'good', waiting: 'busy', failing: 'bad' };

export function RegistrarSection(): JSX.Element {
  const registrar = useLoaded((signal) => call<Registrar>('GET', '/registrar', { signal }));
  return (
    <Section title={euTexts().registrar}>
      <Show of={registrar}>{(found) => <RegistrarState {...found} />}</Show>
    </Section>
  );
}

export function RegistrarState({ url, identifier, party, certificates }: Registrar): JSX.Element {
  const said = euTexts();
  if (url === undefined) return <Empty title={said.noRegistrar}>{said.noRegistrarHelp}</Empty>;
  return (
    <>
      <FactList
        rows={[
          [said.address, url],
          [said.identifier, identifier],
          [said.party, party === undefined ? undefined : <TaskState of={party} />],
        ]}
      />
      <Table
        caption={said.registrar}
        rows={certificates}
        keyOf={({ id }) => id}
        columns={[
          { title: said.certificate, cell: ({ id }) => id },
          { title: said.intendedUse, cell: ({ intendedUse }) => intendedUse },
          { title: said.state, cell: (task) => <TaskState of={task} /> },
        ]}
      />
    </>
  );
}

export function TaskState({ of: task }: { readonly of: Task }): JSX.Element {
  const said = euTexts();
  const { state, succeededAt, retryAt, detail } = task;
  const { explanation, hint } = inConsoleLanguage(task);
  const isFailing = state === 'failing';
  return (
    <>
      <p>
        <Badge tone={TONES[state] ?? 'plain'}>{said.taskState(state)}</Badge>
      </p>
      {succeededAt === undefined ? null : (
        <p class="small">
          {said.succeeded} <When at={succeededAt} />
        </p>
      )}
      {isFailing ? (
        <p class="small" {...(explanation === undefined && { lang: 'en' })}>
          <Said>{[explanation ?? detail, hint].filter(Boolean).join(' ')}</Said>
        </p>
      ) : null}
      {isFailing && retryAt !== undefined ? (
        <p class="small">
          {said.retry} <When at={retryAt} />
        </p>
      ) : null}
    </>
  );
}
