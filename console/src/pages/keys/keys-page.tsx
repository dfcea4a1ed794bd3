/** The page "Trust and keys": keys by purpose with their states, rotation, certificates, and whom the tenant trusts. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters, Section } from '../../parts/page.tsx';
import { timeText } from '../../parts/when.tsx';
import { hasRole } from '../../state/session.ts';
import { useChange } from '../../state/use-change.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { certificateTexts } from '../../text/certificates.ts';
import { keyTexts } from '../../text/keys.ts';
import { pageTitles } from '../../text/shell.ts';
import { EMPTY_CERTIFICATE, pathOfKeySet } from './certificate-draft.ts';
import { DisplaySection } from './display-section.tsx';
import type { Key, KeysOfPurpose, Purpose } from './key.ts';
import { KeysSection, titleOf } from './keys-section.tsx';
import { NewCertificate } from './new-certificate.tsx';
import { RegistrationsSection } from './registrations-section.tsx';
import { RenewalsSection } from './renewals-section.tsx';
import { TrustSection } from './trust-section.tsx';
import { WalletsSection } from './wallets-section.tsx';

interface AskedKeys {
  readonly set: string;
  readonly purpose: Purpose;
  /** The key that waits for its certificate; undefined: all of them. */
  readonly kid?: string | undefined;
}

export function KeysPage(_: PageParameters): JSX.Element {
  return (
    <Page title={pageTitles().keys} lead={keyTexts().lead}>
      <Keys />
      <RenewalsSection />
      <TrustSection />
      <RegistrationsSection />
      <DisplaySection />
      <WalletsSection />
    </Page>
  );
}

function Keys(): JSX.Element {
  const said = certificateTexts();
  const keys = useLoaded((signal) => call<{ purposes: readonly KeysOfPurpose[] }>('GET', '/keys', { signal }));
  const [rotating, setRotating] = useState<Purpose>();
  const [start, setStart] = useState(EMPTY_CERTIFICATE);
  const [asked, setAsked] = useState<AskedKeys>();
  const remove = async ({ kid, ...of }: AskedKeys): Promise<void> => {
    await call('DELETE', `${pathOfKeySet(of)}${kid === undefined ? '' : `/${encodeURIComponent(kid)}`}`);
    await keys.reload();
  };
  return (
    <>
      <Rotation asked={rotating} onClose={() => setRotating(undefined)} onRotated={() => keys.reload()} />
      <Show of={keys}>
        {({ purposes }) =>
          purposes.map((of) => (
            <KeysSection
              key={`${of.purpose}/${of.set ?? ''}`}
              of={of}
              onRotate={() => setRotating(of.purpose)}
              onRenew={() => setStart({ ...EMPTY_CERTIFICATE, set: of.set ?? '', purpose: of.purpose })}
              onDelete={(kid) => setAsked({ set: of.set ?? '', purpose: of.purpose, kid })}
              onChanged={() => keys.reload()}
            />
          ))
        }
      </Show>
      {hasRole('admin') ? (
        <Section title={said.fromAuthority}>
          <p>{said.lead}</p>
          <NewCertificate key={start} start={start} onMade={() => keys.reload()} />
        </Section>
      ) : null}
      <DeleteDialog
        asked={asked}
        title={(of) => (of.kid === undefined ? said.removeTitle(titleOf(of)) : said.discardTitle(titleOf(of)))}
        onDelete={remove}
        onClose={() => setAsked(undefined)}
      >
        {asked?.kid === undefined ? said.removeHelp : said.discardHelp}
      </DeleteDialog>
    </>
  );
}

interface RotationProps {
  readonly asked: Purpose | undefined;
  readonly onClose: () => void;
  readonly onRotated: () => Promise<void>;
}

function Rotation({ asked, onClose, onRotated }: RotationProps): JSX.Element {
  const said = keyTexts();
  const change = useChange();
  const [rotated, setRotated] = useState<Key>();
  const close = (): void => {
    change.forget();
    onClose();
  };
  const rotate = (purpose: Purpose): Promise<void> =>
    change.run(async () => {
      setRotated(await call<Key>('POST', `/keys/${purpose}/rotate`));
      close();
      await onRotated();
    });
  return (
    <>
      <div aria-live="polite">
        {rotated?.usedFrom === undefined ? null : (
          <Notice kind="info">{said.rotated(timeText(rotated.usedFrom))}</Notice>
        )}
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        title={asked === undefined ? '' : said.rotateTitle(said.purpose(asked))}
        confirm={said.rotate}
        busy={change.busy}
        problem={change.problem}
        onCancel={close}
        onConfirm={() => asked !== undefined && void rotate(asked)}
      >
        <p>{asked === 'ca' || asked === 'iaca' ? said.rotateCa : said.rotateHelp}</p>
      </ConfirmDialog>
    </>
  );
}
