/** Parts of a session: its state, its steps, and the presented claims. */
import type { JSX } from 'preact';
import { claimLabel } from '../../text/claim-names.ts';
import { flowTexts } from '../../text/flow.ts';
import { outcomeTexts } from '../../text/outcomes.ts';
import { Badge } from '../badge.tsx';
import { ClaimValue } from '../claim-value.tsx';
import { FactList } from '../fact-list.tsx';
import { Notice } from '../failure.tsx';
import { nameSpacesIn } from '../image-text.ts';
import { Section } from '../page.tsx';
import { LiveState } from '../stale-notice.tsx';
import { Timeline } from '../timeline.tsx';
import type { LiveTrace } from '../use-trace.ts';
import { claimsIn } from './outcome.ts';
import { type PresentedCredential, type SessionView, stateOf } from './session-view.ts';

export function StateBadge({ status }: Pick<SessionView, 'status'>): JSX.Element {
  const { tone, text } = stateOf(status);
  return <Badge tone={tone}>{text}</Badge>;
}

export function Steps({ trace }: { readonly trace: LiveTrace }): JSX.Element {
  const said = flowTexts();
  const { log, state, problem } = trace;
  return (
    <Section title={said.steps} actions={<LiveState state={state} />}>
      {log.entries.length > 0 ? null : (
        <p class="soft">{problem?.code === 'not_found' ? said.traceOff : said.noSteps}</p>
      )}
      <Timeline label={said.steps} entries={log.entries} gaps={log.gaps} />
    </Section>
  );
}

/** The presented claims, for callers who may see them. */
export function Presented({ session }: { readonly session: SessionView }): JSX.Element | null {
  const said = flowTexts();
  const { credentials, credentialsErased } = session;
  if (credentials === undefined && credentialsErased !== true) return null;
  return (
    <Section title={said.presented}>
      {credentialsErased === true ? <p>{said.erased}</p> : null}
      {(credentials ?? []).map((credential, index) => (
        <Credential key={index} credential={credential} />
      ))}
    </Section>
  );
}

function Values({ values }: Pick<PresentedCredential, 'values'>): JSX.Element {
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <div key={name}>
          <dt>{claimLabel(name)}</dt>
          <dd>
            <ClaimValue value={value} />
          </dd>
        </div>
      ))}
    </>
  );
}

function Credential({ credential }: { readonly credential: PresentedCredential }): JSX.Element {
  const said = flowTexts();
  const { id, values, signer, issuerBound, statusUnknown, confirmed } = credential;
  const authentication = confirmed?.authentication;
  const factors = authentication?.amr.flatMap((one) => Object.entries(one).map((factor) => factor.join(': ')));
  const spaces = nameSpacesIn(values);
  const [claims, technical] = spaces === undefined ? claimsIn(values) : [{}, {}];
  return (
    <div class="presented">
      <h3>{id}</h3>
      {spaces?.map(([space, elements]) => (
        <section key={space}>
          <h4>
            <code>{space}</code>
          </h4>
          <dl>
            <Values values={elements} />
          </dl>
        </section>
      ))}
      <dl>
        <Values values={claims} />
        {signer === undefined ? null : (
          <div>
            <dt>{said.signer}</dt>
            <dd>{signer.subject}</dd>
          </div>
        )}
        {authentication === undefined ? null : (
          <>
            <div>
              <dt>{said.authenticationCode}</dt>
              <dd>
                <code>{authentication.jti}</code>
              </dd>
            </div>
            <div>
              <dt>{said.factors}</dt>
              <dd>{factors?.join(', ')}</dd>
            </div>
          </>
        )}
      </dl>
      <details>
        <summary>{outcomeTexts().technical}</summary>
        <FactList
          rows={[
            [said.fingerprint, signer === undefined ? undefined : <code key="print">{signer.fingerprint}</code>],
            ...Object.entries(technical).map(
              ([name, value]) => [name, <ClaimValue key={name} value={value} />] as const,
            ),
          ]}
        />
      </details>
      {issuerBound === false ? <Notice kind="warning">{said.issuerUnbound}</Notice> : null}
      {statusUnknown === true ? <Notice kind="warning">{said.statusUnknown}</Notice> : null}
    </div>
  );
}
