/** Registers a wallet: its client id, where codes may go, and its public key. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Field } from '../../parts/field.tsx';
import { FileField } from '../../parts/file-field.tsx';
import { linesOf } from '../../parts/lines.ts';
import { findingAt, useChange } from '../../state/use-change.ts';
import { trustTexts } from '../../text/trust.ts';
import type { WalletClient, Wallets } from './wallet-clients.ts';
import { readKeys } from './wallet-key.ts';

export interface WalletDraft {
  readonly clientId: string;
  /** One a line, as they were typed. */
  readonly redirectUris: string;
  readonly key: string;
}

const EMPTY: WalletDraft = { clientId: '', redirectUris: '', key: '' };

export interface AddWalletProps {
  readonly wallets: Wallets;
  /** @throws Problem where the interface refuses */
  readonly onAdd: (wallets: Wallets) => Promise<void>;
}

export function AddWallet({ wallets, onAdd }: AddWalletProps): JSX.Element {
  const said = trustTexts();
  const change = useChange();
  const [draft, setDraft] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const keys = readKeys(draft.key);
  const place = `/clients/${wallets.clients.length}`;
  const at = (member: string): string | undefined => findingAt(change.problem, `${place}/${member}`);
  const add = async (): Promise<void> => {
    setTried(true);
    if (!keys.ok) return;
    await change.run(async () => {
      await onAdd({ ...wallets, clients: [...wallets.clients, clientOf(draft, keys.keys)] });
      setDraft(EMPTY);
      setTried(false);
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h3>{said.addWallet}</h3>
      <Field
        label={said.clientId}
        help={said.clientIdHelp}
        required={true}
        value={draft.clientId}
        onInput={(clientId) => setDraft({ ...draft, clientId })}
        error={at('client_id')}
      />
      <Field
        label={said.redirectUris}
        help={said.redirectUrisHelp}
        rows={2}
        value={draft.redirectUris}
        onInput={(redirectUris) => setDraft({ ...draft, redirectUris })}
        error={at('redirect_uris')}
      />
      <Field
        label={said.walletKey}
        help={said.walletKeyHelp}
        required={true}
        rows={5}
        value={draft.key}
        onInput={(key) => setDraft({ ...draft, key })}
        error={tried && !keys.ok ? said.keyWrong(keys.why) : at('jwks')}
      />
      <FileField
        label={said.walletKeyFile}
        accept=".pem,.pub,.json,.jwk,.jwks"
        onFile={(file) => void file.text().then((key) => setDraft((before) => ({ ...before, key })))}
      />
      <Button type="submit" kind="main" busy={change.busy}>
        {said.addWallet}
      </Button>
      <div aria-live="polite">{change.problem === undefined ? null : <Failure problem={change.problem} />}</div>
    </form>
  );
}

export function clientOf({ clientId, redirectUris }: WalletDraft, keys: readonly object[]): WalletClient {
  const uris = linesOf(redirectUris);
  return { client_id: clientId.trim(), ...(uris.length === 0 ? {} : { redirect_uris: uris }), jwks: { keys } };
}
