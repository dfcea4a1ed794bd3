/** The trust lists of the tenant, and the entries of the one that was chosen. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { trustListTexts } from '../../text/trust-lists.ts';
import { TrustEntriesOf } from './trust-entries.tsx';
import { type TrustList, TrustListTable } from './trust-list-table.tsx';

export function TrustListsSection(): JSX.Element {
  const lists = useLoaded((signal) => call<readonly TrustList[]>('GET', '/trust/lists', { signal }));
  const [shown, setShown] = useState<string>();
  return (
    <Section title={trustListTexts().title}>
      <Show of={lists}>{(found) => <TrustListTable lists={found} now={Date.now()} onShow={setShown} />}</Show>
      {shown === undefined ? null : <TrustEntriesOf id={shown} />}
    </Section>
  );
}
