/** The page "Webhooks": receivers that fail, numbers over time, the deliveries, a test call, and the signing secret. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { DeliveryCharts, type Summary } from '../../parts/delivery-charts.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { daysOf, Period, periodStart } from '../../parts/period.tsx';
import { address } from '../../state/address.ts';
import { hasRole } from '../../state/session.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { periodTexts } from '../../text/period.ts';
import { pageTitles } from '../../text/shell.ts';
import { webhookTexts } from '../../text/webhooks.ts';
import { Deliveries } from './deliveries.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { FailingTargets } from './failing-targets.tsx';
import { SecretSection } from './secret.tsx';
import { TestCall } from './test-call.tsx';

/** Milliseconds, as for the list: after a resend somebody waits for the notice to go. */
const EVERY = 5000;

export function WebhooksPage(_: PageParameters): JSX.Element {
  const { delivery } = address.value.query;
  return delivery === undefined ? <Overview /> : <OneDelivery key={delivery} id={delivery} />;
}

function OneDelivery({ id }: { readonly id: string }): JSX.Element {
  return (
    <Page title={pageTitles().webhooks}>
      <DeliveryDetails id={id} />
    </Page>
  );
}

function Overview(): JSX.Element {
  const said = webhookTexts();
  const days = daysOf(address.value.query.days, 7);
  const summary = useLoaded(
    (signal) => call<Summary>('GET', '/deliveries/summary', { signal, query: { from: periodStart(days, new Date()) } }),
    [days],
    { every: EVERY },
  );
  return (
    <Page title={pageTitles().webhooks} lead={said.lead} actions={<Period days={days} />}>
      <Show of={summary}>
        {(found) => (
          <>
            <FailingTargets targets={found.targets} onResent={() => void summary.reload()} />
            <Section title={periodTexts().lastDays(days)}>
              <DeliveryCharts summary={found} />
            </Section>
          </>
        )}
      </Show>
      <Section title={said.deliveries}>
        <Deliveries days={days} counts={summary.value.value?.counts} onReplayed={() => void summary.reload()} />
      </Section>
      <div class="columns">
        {hasRole('operator') ? <TestCall /> : null}
        {hasRole('admin') ? <SecretSection /> : null}
      </div>
    </Page>
  );
}
