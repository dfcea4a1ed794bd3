/** The page "Issue": an offer by a form, then its link and the steps of the wallet. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import type { CredentialConfiguration } from '../../parts/flow/configuration.ts';
import { FlowPage } from '../../parts/flow/flow-page.tsx';
import type { PageParameters } from '../../parts/page.tsx';
import { address } from '../../state/address.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { issueTexts } from '../../text/issue.ts';
import { pageTitles } from '../../text/shell.ts';
import { OfferFields } from './offer-fields.tsx';

export function IssuePage(_: PageParameters): JSX.Element {
  const configurations = useLoaded((signal) =>
    call<readonly CredentialConfiguration[]>('GET', '/issuer-management', { signal }),
  );
  return (
    <FlowPage
      title={pageTitles().issue}
      said={issueTexts()}
      configurations={configurations}
      form={(all, onMade) => (
        <OfferFields
          all={all}
          first={all.find(({ id }) => id === address.value.query.configuration) ?? all[0]}
          onMade={onMade}
        />
      )}
    />
  );
}
