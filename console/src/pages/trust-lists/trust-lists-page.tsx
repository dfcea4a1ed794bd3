/** The page "Trust lists": lists that the tenant follows, and lists that it publishes. */
import type { JSX } from 'preact';
import { Page, type PageParameters } from '../../parts/page.tsx';
import { pageTitles } from '../../text/shell.ts';
import { trustListTexts } from '../../text/trust-lists.ts';
import { HostedListsSection } from './hosted-lists-section.tsx';
import { TrustListsSection } from './trust-lists-section.tsx';

export function TrustListsPage(_: PageParameters): JSX.Element {
  return (
    <Page title={pageTitles().trustLists} lead={trustListTexts().lead}>
      <TrustListsSection />
      <HostedListsSection />
    </Page>
  );
}
