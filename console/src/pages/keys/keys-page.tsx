/** The page "Trust and keys": keys by purpose with their states, rotation, and whom the tenant trusts. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { timeText } from '../../parts/when.tsx';
import { hasRole } from '../../state/session.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { keyTexts } from '../../text/keys.ts';
import { pageTitles } from '../../text/shell.ts';
import { DisplaySection } from './display-section.tsx';
import { type Key, type KeysOfPurpose, KeyTable, type Purpose } from './key-table.tsx';
import { RegistrationsSection } from './registrations-section.tsx';
import { TrustListsSection } from './trust-lists-section.tsx';
import { TrustSection } from './trust-section.tsx';
import { WalletsSection } from './wallets-section.tsx';

export function KeysPage(_: PageParameters): JSX.Element {
  const said = keyTexts();
  const keys = useLoaded((signal) => call<{ purposes: readonly KeysOfPurpose[] }>('GET', '/keys', { signal }));
  const [asked, setAsked] = useState<Purpose>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [rotated, setRotated] = useState<Key>();
  const ask = (purpose: Purpose | undefined): void => {
    setProblem(undefined);
    setAsked(purpose);
  };
  const rotate = async (purpose: Purpose): Promise<void> => {
    setBusy(true);
    try {
      setRotated(await call<Key>('POST', `/keys/${purpose}/rotate`));
      ask(undefined);
      await keys.reload();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <Page title={pageTitles().keys} lead={said.lead}>
      <div aria-live="polite">
        {rotated?.usedFrom === undefined ? null : (
          <Notice kind="info">{said.rotated(timeText(rotated.usedFrom))}</Notice>
        )}
      </div>
      <Show of={keys}>
        {({ purposes }) =>
          purposes.map((of) => (
            <KeysSection key={`${of.purpose}/${of.set ?? ''}`} of={of} onRotate={() => ask(of.purpose)} />
          ))
        }
      </Show>
      <TrustSection />
      <RegistrationsSection />
      <TrustListsSection />
      <DisplaySection />
      <WalletsSection />
      <ConfirmDialog
        open={asked !== undefined}
        title={asked === undefined ? '' : said.rotateTitle(said.purpose(asked))}
        confirm={said.rotate}
        busy={busy}
        problem={problem}
        onCancel={() => ask(undefined)}
        onConfirm={() => asked !== undefined && void rotate(asked)}
      >
        <p>{asked === 'ca' || asked === 'iaca' ? said.rotateCa : said.rotateHelp}</p>
      </ConfirmDialog>
    </Page>
  );
}

interface KeysSectionProps {
  readonly of: KeysOfPurpose;
  readonly onRotate: () => void;
}

export function KeysSection({ of, onRotate }: KeysSectionProps): JSX.Element {
  const said = keyTexts();
  const title = of.set === undefined ? said.purpose(of.purpose) : `${said.purpose(of.purpose)}: ${of.set}`;
  const canRotate = of.rotation === 'call' && hasRole('admin');
  const button = (
    <Button label={said.rotateOf(title)} onClick={onRotate}>
      {said.rotate}
    </Button>
  );
  return (
    <Section title={title} actions={canRotate ? button : null}>
      {of.rotation === 'with_credential' ? <p>{said.withCredential}</p> : null}
      {of.rotation === 'files' ? <p>{said.byFiles}</p> : null}
      {of.rotation === 'certificate_request' ? <p>{said.byRequest}</p> : null}
      {of.broken === undefined ? null : (
        <Notice kind="alert">
          {said.broken}: {of.broken}
        </Notice>
      )}
      {of.rotation === 'with_credential' ? null : <KeyTable of={of} />}
    </Section>
  );
}
