/** A flow that was just begun: what the wallet needs, and what it does, as it does it. */
import type { JSX } from 'preact';
import { flowTexts } from '../../text/flow.ts';
import { Link } from '../link.tsx';
import { Show } from '../loading.tsx';
import { Section } from '../page.tsx';
import { Presented, SessionFailure, StateBadge, Steps } from './session-parts.tsx';
import { useLiveSession } from './use-live-session.ts';
import { type MadeLink, WalletLink } from './wallet-link.tsx';

export function LiveFlow({ made }: { readonly made: MadeLink }): JSX.Element {
  const said = flowTexts();
  const { session, trace } = useLiveSession(made.session);
  return (
    <div class="columns">
      <WalletLink made={made} />
      <div>
        <Section title={said.state}>
          <Show of={session}>
            {(now) => (
              <>
                <p aria-live="polite">
                  <StateBadge status={now.status} />
                </p>
                <SessionFailure {...now} />
              </>
            )}
          </Show>
          <p>
            <Link to={`/sessions/${encodeURIComponent(made.session)}`}>{said.session}</Link>
          </p>
        </Section>
        {session.value.value === undefined ? null : <Presented session={session.value.value} />}
        <Steps trace={trace} />
      </div>
    </div>
  );
}
