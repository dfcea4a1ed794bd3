/** The certificates that the server renews itself by ACME; nothing for a tenant without acme.json. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { renewalTexts } from '../../text/renewals.ts';
import { type Renewal, RenewalTable } from './renewal-table.tsx';

export function RenewalsSection(): JSX.Element {
  const said = renewalTexts();
  const loaded = useLoaded((signal) =>
    call<{ readonly certificates: readonly Renewal[] }>('GET', '/keys/renewals', { signal }),
  );
  return (
    <Show of={loaded}>
      {({ certificates }) =>
        certificates.length === 0 ? null : (
          <Section title={said.title}>
            <p>{said.lead}</p>
            <RenewalTable certificates={certificates} />
          </Section>
        )
      }
    </Show>
  );
}
