/** The page "Webhooks": pending, delivered and failed ones, a test call, and the signing secret. */
import type { JSX } from 'preact';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { hasRole } from '../../state/session.ts';
import { pageTitles } from '../../text/shell.ts';
import { webhookTexts } from '../../text/webhooks.ts';
import { Deliveries } from './deliveries.tsx';
import { SecretSection } from './secret.tsx';
import { TestCall } from './test-call.tsx';

export function WebhooksPage(_: PageParameters): JSX.Element {
  const said = webhookTexts();
  return (
    <Page title={pageTitles().webhooks} lead={said.lead}>
      <Section title={said.deliveries}>
        <Deliveries />
      </Section>
      <div class="columns">
        {hasRole('operator') ? <TestCall /> : null}
        {hasRole('admin') ? <SecretSection /> : null}
      </div>
    </Page>
  );
}
