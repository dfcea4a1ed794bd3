/** Parses the command line of the wallet. Pure. */
import { parseArgs } from 'node:util';
import { WALLETS, type WalletName } from '../profiles/habits.ts';

export const USAGE = `usage: npm run wallet -- '<link>' [options]

Takes the credentials of an offer link, or presents what it holds to the link of a presentation request. An offer that asks for
a presentation first gets one of what it holds. Quote the link: it has characters that a shell reads.

  '<link>'            openid-credential-offer://… or openid4vp://…, as an offer or a request of the server gives it
  --tx-code <code>    transaction code of the offer
  --decline           answers a presentation request as a person does who declines: access_denied
  --as <wallet>       takes an offer as a wallet of the HAIP line does: attested, DPoP-bound, encrypted where it can be. One of
                      ${Object.keys(WALLETS).join(', ')}
  --renew             with --as: uses the refresh token at the end, and takes the credentials again
  --anchor <file>     with --as: the CA certificate of the issuer; the wallet then asks for signed metadata, and checks it
  --provider <file>   writes the certificate of the wallet provider that attests --as, PEM, and ends; its key is kept beside
                      the store, in wallet-provider.json, and made where it is missing
  --store <file>      where credentials and their keys are kept, in the clear: for test data only
                      (default: wallet.json in DATA_FOLDER, which is data)
  --help              this text

Exit code: 0 done, 1 refused or failed, 2 the command line is wrong.
`;

export type CommandLine =
  | { readonly kind: 'help' }
  /** `why` is one line. */
  | { readonly kind: 'wrong'; readonly why: string }
  | { readonly kind: 'provider'; readonly certificate: string; readonly store: string }
  | ({ readonly kind: 'offer' | 'request' | 'decline'; readonly link: URL; readonly store: string } & Options);

interface Options {
  readonly txCode?: string;
  /** Undefined for a plain wallet. */
  readonly as?: WalletName;
  readonly renew?: true;
  readonly anchor?: string;
}

/** @param dataFolder DATA_FOLDER */
export function readCommandLine(args: readonly string[], dataFolder: string | undefined): CommandLine {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return { kind: 'wrong', why: firstSentence(error) };
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { kind: 'help' };
  const [text, ...others] = positionals;
  const store = values.store ?? `${dataFolder === undefined || dataFolder === '' ? 'data' : dataFolder}/wallet.json`;
  if (values.provider !== undefined) return { kind: 'provider', certificate: values.provider, store };
  if (text === undefined) return { kind: 'wrong', why: 'The link is missing' };
  if (others.length > 0)
    return { kind: 'wrong', why: 'There is more than one link; one link is one argument, in quotes' };
  const link = URL.canParse(text) ? new URL(text) : undefined;
  const kind = kindOf(link);
  if (link === undefined || kind === undefined) {
    return { kind: 'wrong', why: 'This is neither the link of an offer nor that of a presentation request' };
  }
  if (values.decline === true && kind === 'offer') {
    return { kind: 'wrong', why: '--decline is for the link of a presentation request' };
  }
  const as = walletNames.find((name) => name === values.as);
  if (values.as !== undefined && as === undefined)
    return { kind: 'wrong', why: `--as is one of ${walletNames.join(', ')}` };
  if (as === undefined && (values.renew === true || values.anchor !== undefined)) {
    return { kind: 'wrong', why: '--renew and --anchor are for a wallet that --as names' };
  }
  const asked = values.decline === true ? 'decline' : kind;
  return {
    kind: asked,
    link,
    store,
    ...(values['tx-code'] === undefined ? {} : { txCode: values['tx-code'] }),
    ...(as === undefined ? {} : { as }),
    ...(values.renew === true ? { renew: true } : {}),
    ...(values.anchor === undefined ? {} : { anchor: values.anchor }),
  };
}

const walletNames = Object.keys(WALLETS) as WalletName[];

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'tx-code': { type: 'string' },
      decline: { type: 'boolean' },
      as: { type: 'string' },
      renew: { type: 'boolean' },
      anchor: { type: 'string' },
      provider: { type: 'string' },
      store: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}

function kindOf(link: URL | undefined): 'offer' | 'request' | undefined {
  const names = new Set(link?.searchParams.keys());
  if (names.has('credential_offer_uri') || names.has('credential_offer')) return 'offer';
  return names.has('request_uri') ? 'request' : undefined;
}

/** The useful part of the parser's message; the rest is advice for programmers. */
function firstSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split(/[.\n]/, 1)[0] ?? text;
}
