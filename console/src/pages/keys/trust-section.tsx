/** Whom the tenant trusts: the anchors, how one is added, and how one is deleted. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { hasRole } from '../../state/session.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { keyTexts } from '../../text/keys.ts';
import { trustTexts } from '../../text/trust.ts';
import { AddAnchor } from './add-anchor.tsx';
import { type TrustOfPurpose, TrustTable } from './trust-table.tsx';

interface Asked {
  readonly purpose: TrustOfPurpose['purpose'];
  readonly id: string;
}

export function TrustSection(): JSX.Element {
  const said = trustTexts();
  const trust = useLoaded((signal) => call<{ purposes: readonly TrustOfPurpose[] }>('GET', '/trust', { signal }));
  const [asked, setAsked] = useState<Asked>();
  const remove = async ({ purpose, id }: Asked): Promise<void> => {
    await call('DELETE', `/trust/${purpose}/${encodeURIComponent(id)}`);
    await trust.reload();
  };
  const mayWrite = hasRole('admin');
  return (
    <Section title={keyTexts().trust}>
      <Show of={trust}>
        {({ purposes }) =>
          purposes.map((of) => (
            <TrustTable
              key={of.purpose}
              of={of}
              {...(mayWrite ? { onDelete: (id: string) => setAsked({ purpose: of.purpose, id }) } : {})}
            />
          ))
        }
      </Show>
      {mayWrite ? <AddAnchor onAdded={() => trust.reload()} /> : null}
      <DeleteDialog
        asked={asked}
        title={({ id }) => said.deleteAnchorTitle(id)}
        onDelete={remove}
        onClose={() => setAsked(undefined)}
      >
        {said.deleteAnchorHelp}
      </DeleteDialog>
    </Section>
  );
}
