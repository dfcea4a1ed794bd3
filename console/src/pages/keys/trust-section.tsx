/** Whom the tenant trusts: the anchors, how one is added, and how one is deleted. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { hasRole } from '../../state/session.ts';
import { useChange } from '../../state/use-change.ts';
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
  const change = useChange();
  const ask = (of: Asked | undefined): void => {
    change.forget();
    setAsked(of);
  };
  const remove = ({ purpose, id }: Asked): Promise<void> =>
    change.run(async () => {
      await call('DELETE', `/trust/${purpose}/${encodeURIComponent(id)}`);
      ask(undefined);
      await trust.reload();
    });
  const mayWrite = hasRole('admin');
  return (
    <Section title={keyTexts().trust}>
      <Show of={trust}>
        {({ purposes }) =>
          purposes.map((of) => (
            <TrustTable
              key={of.purpose}
              of={of}
              {...(mayWrite ? { onDelete: (id: string) => ask({ purpose: of.purpose, id }) } : {})}
            />
          ))
        }
      </Show>
      {mayWrite ? <AddAnchor onAdded={() => trust.reload()} /> : null}
      <ConfirmDialog
        open={asked !== undefined}
        title={asked === undefined ? '' : said.deleteAnchorTitle(asked.id)}
        confirm={said.delete}
        danger
        busy={change.busy}
        problem={change.problem}
        onCancel={() => ask(undefined)}
        onConfirm={() => asked !== undefined && void remove(asked)}
      >
        <p>{said.deleteAnchorHelp}</p>
      </ConfirmDialog>
    </Section>
  );
}
