/** Registers a wallet: its client id, its redirect URIs, and its public key. */
import type { JSX } from 'preact';
import { AddForm } from '../../parts/add-form.tsx';
import { Field } from '../../parts/field.tsx';
import { linesOf } from '../../parts/lines.ts';
import { TextOrFile } from '../../parts/text-or-file.tsx';
import { trustTexts } from '../../text/trust.ts';
import type { WalletClient, Wallets } from './wallet-clients.ts';
import { readKeys } from './wallet-key.ts';

export interface WalletDraft {
  readonly clientId: string;
  /** One per line, as typed. */
  readonly redirectUris: string;
  readonly key: string;
}

const EMPTY: WalletDraft = { clientId: '', redirectUris: '', key: '' };

export interface AddWalletProps {
  readonly wallets: Wallets;
  /** @throws Problem if the API refuses */
  readonly onAdd: (wallets: Wallets) => Promise<void>;
}

export function AddWallet({ wallets, onAdd }: AddWalletProps): JSX.Element {
  const said = trustTexts();
  const place = `/clients/${wallets.clients.length}`;
  const mistakes = ({ key }: WalletDraft): Record<string, string> => {
    const keys = readKeys(key);
    return keys.ok ? {} : { [`${place}/jwks`]: said.keyWrong(keys.why) };
  };
  const add = async (draft: WalletDraft): Promise<string> => {
    const keys = readKeys(draft.key);
    await onAdd({ ...wallets, clients: [...wallets.clients, clientOf(draft, keys.ok ? keys.keys : [])] });
    return said.walletsSaved;
  };
  return (
    <AddForm title={said.addWallet} start={EMPTY} mistakes={mistakes} onAdd={add}>
      {({ draft, edit, at }) => (
        <>
          <Field
            label={said.clientId}
            help={said.clientIdHelp}
            required
            value={draft.clientId}
            onInput={(clientId) => edit({ clientId })}
            error={at(`${place}/client_id`)}
          />
          <Field
            label={said.redirectUris}
            help={said.redirectUrisHelp}
            rows={2}
            value={draft.redirectUris}
            onInput={(redirectUris) => edit({ redirectUris })}
            error={at(`${place}/redirect_uris`)}
          />
          <TextOrFile
            label={said.walletKey}
            help={said.walletKeyHelp}
            required
            rows={5}
            value={draft.key}
            onInput={(key) => edit({ key })}
            error={at(`${place}/jwks`)}
            fileLabel={said.walletKeyFile}
            accept=".pem,.pub,.json,.jwk,.jwks"
          />
        </>
      )}
    </AddForm>
  );
}

export function clientOf({ clientId, redirectUris }: WalletDraft, keys: readonly object[]): WalletClient {
  const uris = linesOf(redirectUris);
  return { client_id: clientId.trim(), ...(uris.length === 0 ? {} : { redirect_uris: uris }), jwks: { keys } };
}
