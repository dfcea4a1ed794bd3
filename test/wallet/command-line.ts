/** Parses the command line of the wallet. Pure. */
import { parseArgs } from 'node:util';

export const USAGE = `usage: npm run wallet -- '<link>' [options]

Takes the credentials of an offer link, or presents what it holds to the link of a presentation request. An offer that asks for
a presentation first gets one of what it holds. Quote the link: it has characters that a shell reads.

  '<link>'            openid-credential-offer://… or openid4vp://…, as an offer or a request of the server gives it
  --tx-code <code>    transaction code of the offer
  --decline           answers a presentation request as a person does who declines: access_denied
  --store <file>      where credentials and their keys are kept, in the clear: for test data only
                      (default: wallet.json in DATA_FOLDER, which is data)
  --help              this text

Exit code: 0 done, 1 refused or failed, 2 the command line is wrong.
`;

export type CommandLine =
  | { readonly kind: 'help' }
  /** `why` is one line. */
  | { readonly kind: 'wrong'; readonly why: string }
  | ({ readonly kind: 'offer' | 'request' | 'decline'; readonly link: URL; readonly store: string } & Options);

interface Options {
  readonly txCode?: string;
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
  const store = values.store ?? `${dataFolder === undefined || dataFolder === '' ? 'data' : dataFolder}/wallet.json`;
  const asked = values.decline === true ? 'decline' : kind;
  return { kind: asked, link, store, ...(values['tx-code'] === undefined ? {} : { txCode: values['tx-code'] }) };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'tx-code': { type: 'string' },
      decline: { type: 'boolean' },
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
