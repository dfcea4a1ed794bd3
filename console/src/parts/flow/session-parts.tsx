/** Parts of a session: its state, why it failed, its steps, and what was presented. */
import type { JSX } from 'preact';
import { flowTexts } from '../../text/flow.ts';
import { stepText } from '../../text/steps.ts';
import { Badge } from '../badge.tsx';
import { ClaimValue } from '../claim-value.tsx';
import { Notice } from '../failure.tsx';
import { nameSpacesIn } from '../image-text.ts';
import { Section } from '../page.tsx';
import { LiveState } from '../stale-notice.tsx';
import { Explained, Timeline } from '../timeline.tsx';
import type { LiveTrace } from '../use-trace.ts';
import { When } from '../when.tsx';
import { type PresentedCredential, type SessionView, stateOf } from './session-view.ts';

export function StateBadge({ status }: Pick<SessionView, 'status'>): JSX.Element {
  const { tone, text } = stateOf(status);
  return <Badge tone={tone}>{text}</Badge>;
}

/** Why the session has failed, or what the wallet was refused last; nothing where neither happened. */
export function SessionFailure({ error, lastError }: Pick<SessionView, 'error' | 'lastError'>): JSX.Element | null {
  const said = flowTexts();
  const shown = error ?? lastError;
  if (shown === undefined) return null;
  return (
    <Notice kind={error === undefined ? 'warning' : 'alert'} title={error === undefined ? said.lastError : said.error}>
      {error === undefined && lastError !== undefined ? (
        <p class="soft">
          {stepText(lastError.step)}, <When at={lastError.at} />
        </p>
      ) : null}
      {saysMore(shown) ? <p>{shown.description}</p> : null}
      {shown.explanation === undefined ? <p>{shown.code}</p> : null}
      <Explained entry={shown} />
    </Notice>
  );
}

/** What the wallet got is often the explanation in other words. */
function saysMore({
  description,
  explanation,
}: {
  readonly description?: string;
  readonly explanation?: string;
}): boolean {
  return description !== undefined && description !== explanation?.replace(/\.$/, '');
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

/** What was presented, for those who may see it. */
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
          <dt>{name}</dt>
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
  const { id, values, signer, issuerBound, statusUnknown } = credential;
  return (
    <div class="presented">
      <h3>{id}</h3>
      {nameSpacesIn(values)?.map(([space, elements]) => (
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
        {nameSpacesIn(values) === undefined ? <Values values={values} /> : null}
        {signer === undefined ? null : (
          <div>
            <dt>{said.signer}</dt>
            <dd>
              {signer.subject}
              <br />
              <code>{signer.fingerprint}</code>
            </dd>
          </div>
        )}
      </dl>
      {issuerBound === false ? <Notice kind="warning">{said.issuerUnbound}</Notice> : null}
      {statusUnknown === true ? <Notice kind="warning">{said.statusUnknown}</Notice> : null}
    </div>
  );
}
