/** The keys of one purpose: the state of their rotation, and what an administrator can do with them. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { AddForm } from '../../parts/add-form.tsx';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Section } from '../../parts/page.tsx';
import { PemField } from '../../parts/text-or-file.tsx';
import { timeText } from '../../parts/when.tsx';
import { hasRole } from '../../state/session.ts';
import { certificateTexts } from '../../text/certificates.ts';
import { keyTexts } from '../../text/keys.ts';
import { pathOfKeySet } from './certificate-draft.ts';
import type { Key, KeysOfPurpose } from './key.ts';
import { KeyTable } from './key-table.tsx';
import { rotationState } from './rotation-state.ts';

export interface KeysSectionProps {
  readonly of: KeysOfPurpose;
  readonly onRotate: () => void;
  /** Another certificate for the same set and purpose. */
  readonly onRenew: () => void;
  /** @param kid of a key that waits; undefined: all keys */
  readonly onDelete: (kid?: string) => void;
  readonly onChanged: () => Promise<void>;
}

export function titleOf({ purpose, set }: Pick<KeysOfPurpose, 'purpose' | 'set'>): string {
  const name = keyTexts().purpose(purpose);
  return set === undefined ? name : `${name}: ${set}`;
}

export function KeysSection(props: KeysSectionProps): JSX.Element {
  const { of, onDelete, onChanged } = props;
  const said = keyTexts();
  const isAdmin = hasRole('admin');
  const isSet = of.rotation === 'certificate_request';
  return (
    <Section title={titleOf(of)} actions={isAdmin ? <Actions {...props} /> : null}>
      {of.rotation === 'with_credential' ? <p>{said.withCredential}</p> : null}
      {of.rotation === 'files' ? <p>{said.byFiles}</p> : null}
      {isSet ? <p>{said.byRequest}</p> : null}
      {of.broken === undefined ? null : (
        <Notice kind="alert">
          {said.broken}: {of.broken}
        </Notice>
      )}
      <RotationLines keys={of.keys} />
      {of.rotation === 'with_credential' ? null : (
        <KeyTable of={of} {...(isSet && isAdmin ? { onDiscard: onDelete } : {})} />
      )}
      {isSet && isAdmin ? <InstallChain of={of} onInstalled={onChanged} /> : null}
    </Section>
  );
}

function Actions({ of, onRotate, onRenew, onDelete }: KeysSectionProps): JSX.Element | null {
  const said = keyTexts();
  const certificates = certificateTexts();
  const title = titleOf(of);
  if (of.rotation === 'call')
    return (
      <Button label={said.rotateOf(title)} onClick={onRotate}>
        {said.rotate}
      </Button>
    );
  if (of.rotation !== 'certificate_request') return null;
  return (
    <>
      <Button label={certificates.renewOf(title)} onClick={onRenew}>
        {certificates.renew}
      </Button>
      <Button label={certificates.removeOf(title)} onClick={() => onDelete()}>
        {certificates.remove}
      </Button>
    </>
  );
}

export function RotationLines({ keys, now = Date.now() }: { readonly keys: readonly Key[]; readonly now?: number }) {
  const said = certificateTexts();
  const { waiting, nextFrom, previousUntil } = rotationState(keys, now);
  return (
    <>
      {waiting === 0 ? null : <p>{said.waiting(waiting)}</p>}
      {nextFrom === undefined ? null : <p>{said.nextFrom(timeText(nextFrom))}</p>}
      {previousUntil === undefined ? null : <p>{said.previousUntil(timeText(previousUntil))}</p>}
    </>
  );
}

interface InstallChainProps {
  readonly of: KeysOfPurpose;
  readonly onInstalled: () => Promise<void>;
}

function InstallChain({ of: { set = '', purpose }, onInstalled }: InstallChainProps): JSX.Element {
  const said = certificateTexts();
  const install = async ({ pem }: { readonly pem: string }): Promise<string> => {
    const path = `${pathOfKeySet({ set, purpose })}/chain`;
    const { usedFrom } = await call<{ usedFrom: string }>('POST', path, { body: { pem } });
    await onInstalled();
    return said.installed(timeText(usedFrom));
  };
  return (
    <AddForm title={said.install} start={{ pem: '' }} onAdd={install}>
      {({ draft, edit, at }) => (
        <PemField
          label={said.chain}
          help={said.chainHelp}
          value={draft.pem}
          onInput={(pem) => edit({ pem })}
          error={at('/pem')}
        />
      )}
    </AddForm>
  );
}
