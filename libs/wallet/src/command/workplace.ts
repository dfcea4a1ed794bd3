/** Common parts of a command's steps: the wallet that the options select, its file, and the offer. */
import { readFileSync } from 'node:fs';
import { type Offer, PRE_AUTHORIZED, readOffer } from '../issuance/offer.ts';
import { ProfileWallet } from '../issuance/profile-wallet.ts';
import type { ProfileWalletOptions } from '../issuance/token-wallet.ts';
import { WALLETS } from '../profiles/habits.ts';
import type { Narrator } from '../sending/narrator.ts';
import type { Transport } from '../sending/transport.ts';
import type { CommandLine, Options } from './command-line.ts';
import { openProvider } from './provider-file.ts';
import type { RunRecord } from './report.ts';
import { WalletFailure } from './wallet-failure.ts';
import type { WalletFile } from './wallet-file.ts';

export type RunOptions = Extract<CommandLine, Options>;

export interface Workplace {
  readonly asked: RunOptions;
  readonly narrator: Narrator;
  readonly transport: Transport;
  readonly file: WalletFile;
  readonly found: RunRecord;
  readonly say: (line: string) => void;
  readonly pause: ((seconds: number) => Promise<void>) | undefined;
}

/** The wallet that the options select. */
export function walletFor(
  { asked, transport, file }: Workplace,
  more: Pick<ProfileWalletOptions, 'issuer' | 'instanceKey' | 'dpopKey'>,
): ProfileWallet {
  const { profile, clientId, redirectUri, anchor } = asked;
  const attested = WALLETS[profile].attested || asked.attested === true;
  return new ProfileWallet({
    ...more,
    transport,
    wallet: profile,
    attester: attested ? openProvider(asked.store) : undefined,
    dpop: asked.bearer !== true,
    held: () => file.held(),
    ...(clientId === undefined ? {} : { clientId }),
    ...(redirectUri === undefined ? {} : { redirectUri }),
    ...(anchor === undefined ? {} : { anchors: [readFileSync(anchor, 'utf8')] }),
  });
}

/**
 * Reads an offer, and checks that the command line has what it needs. @throws WalletFailure if the transaction code is
 * missing
 */
export async function openOffer({ asked, narrator, transport }: Workplace, link: string): Promise<Offer> {
  narrator.step('Offer');
  const offer = await readOffer(transport, link);
  const grant = offer.grants[PRE_AUTHORIZED];
  const flow = grant === undefined ? 'authorization code' : 'pre-authorized code';
  narrator.note(`${offer.credential_configuration_ids.join(', ')} of ${offer.credential_issuer}, ${flow}`);
  const isMissing = grant?.tx_code !== undefined && asked.txCode === undefined;
  if (isMissing && asked.fault === undefined && asked.kind !== 'step') {
    const next =
      'run the command again with --tx-code and the code, which the backend got as txCode with the offer, or chose';
    throw new WalletFailure('The offer asks for a transaction code', next);
  }
  return offer;
}
