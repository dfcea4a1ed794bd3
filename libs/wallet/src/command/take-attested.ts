/** The wallet at the terminal takes the credentials of an offer as wallets of the HAIP line do, attested by a provider of its own. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Issued, ProfileWallet } from '../issuance/profile-wallet.ts';
import { claimsOf } from '../jwt/disclosed-claims.ts';
import { newWalletKey } from '../jwt/keys.ts';
import type { WalletName } from '../profiles/habits.ts';
import { openProvider } from './provider-file.ts';
import type { Terminal } from './show.ts';
import { readOffer, type TakeOptions } from './take.ts';
import { refused, succeeded, WalletFailure } from './wallet-failure.ts';

export interface TakeAttestedOptions extends TakeOptions {
  readonly as: WalletName;
  /** File of the wallet; the provider is beside it. */
  readonly store: string;
  /** Refreshes the token at the end, and takes the credentials again. */
  readonly renew?: true;
  /** File with the CA certificate of the issuer; with it the wallet asks for signed metadata. */
  readonly anchor?: string;
}

/** Writes the certificate that a tenant trusts as a wallet provider's. */
export function writeProviderCertificate(file: { readonly certificate: string; readonly store: string }): void {
  const { caPem } = openProvider(file.store);
  mkdirSync(dirname(file.certificate), { recursive: true });
  writeFileSync(file.certificate, caPem);
}

/** Takes every credential of the offer, keeps it and prints its claims. @throws WalletFailure */
export async function takeAttested(terminal: Terminal, options: TakeAttestedOptions): Promise<void> {
  const { journal } = terminal;
  const offer = await readOffer(terminal, options);
  const attester = openProvider(options.store);
  const anchors = options.anchor === undefined ? {} : { anchors: [readFileSync(options.anchor, 'utf8')] };
  const wallet = new ProfileWallet({
    ...anchors,
    issuer: offer.credential_issuer,
    attester,
    wallet: options.as,
    fetch: journal.fetch,
  });
  try {
    journal.step(`Metadata, as ${wallet.habits.source} reads it`);
    journal.note((await wallet.metadata()).signed ? 'signed' : 'not signed');
    journal.step('Authorization and token');
    const token = await wallet.redeem(offer, options.txCode);
    journal.note(`${token.type} token, ${token.refresh === undefined ? 'no refresh token' : 'with a refresh token'}`);
    await takeAll(terminal, wallet, offer.credential_configuration_ids);
    if (options.renew !== true) return;
    journal.step('Refresh');
    await wallet.refresh();
    await takeAll(terminal, wallet, offer.credential_configuration_ids);
  } catch (error) {
    if (error instanceof WalletFailure) throw error;
    const next = 'read the steps above, and the log of the server';
    throw new WalletFailure(error instanceof Error ? error.message : String(error), next);
  }
}

async function takeAll(terminal: Terminal, wallet: ProfileWallet, configurations: readonly string[]): Promise<void> {
  const { journal, file, say } = terminal;
  for (const configuration of configurations) {
    journal.step(`Credential ${configuration}`);
    const key = newWalletKey();
    const first = await wallet.credential({ configuration, keys: [key] });
    const issued: Issued = first.answer.status === 202 ? await wallet.collect(first, 1000) : first;
    if (issued.answer.status !== 200) throw refused('The credential endpoint', issued.answer);
    const { credentials, notification_id: notification } = issued.answer.json;
    const [{ credential }] = credentials;
    file.keep(wallet.issuer, { credential, key });
    journal.note(`kept; the answer was ${issued.encrypted ? 'encrypted' : 'in clear'}`);
    journal.step('Notification');
    succeeded('The notification endpoint', await wallet.notify(notification));
    say(`${configuration}: ${JSON.stringify(claimsOf(credential), null, 2)}`);
  }
}
