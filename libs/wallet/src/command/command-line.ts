/** Parses the command line of the wallet. Pure. */
import { parseArgs } from 'node:util';
import { type FaultName, isFaultName } from '../faults/faults.ts';
import { notificationEvents } from '../issuance/accept.ts';
import { type Way, ways } from '../issuance/authorize.ts';
import { WALLETS, type WalletName } from '../profiles/habits.ts';

/** Steps of a run across several commands; the first two need a link. */
export const stepNames = [
  'offer',
  'request-object',
  'metadata',
  'par',
  'challenge',
  'authorize',
  'token',
  'refresh',
  'nonce',
  'credential',
  'deferred',
  'notify',
  'respond',
  'decline',
] as const;

const notifications = [...notificationEvents, 'none'] as const;

export interface Options {
  /** File of the wallet. */
  readonly store: string;
  readonly json: boolean;
  readonly profile: WalletName;
  readonly fault?: FaultName;
  readonly txCode?: string;
  readonly attested?: true;
  readonly bearer?: true;
  readonly way?: Way;
  readonly batch?: number;
  readonly renew?: true;
  readonly notification?: (typeof notifications)[number];
  readonly clientId?: string;
  readonly redirectUri?: string;
  /** File with the CA certificate of the issuer. */
  readonly anchor?: string;
}

export type CommandLine =
  | { readonly kind: 'help' | 'profiles' | 'faults' }
  /** `why` is one line. */
  | { readonly kind: 'wrong'; readonly why: string }
  | { readonly kind: 'provider'; readonly certificate: string; readonly store: string }
  | ({ readonly kind: 'accept' | 'present' | 'decline'; readonly link: URL } & Options)
  | ({
      readonly kind: 'page';
      /** File with the requests of a page; `-` is the standard input. */
      readonly requests: string;
      /** Origin of the page. */
      readonly origin: string;
    } & Options)
  | ({
      readonly kind: 'step';
      readonly step: string;
      readonly link?: URL;
      /** File of the run. */
      readonly run: string;
      readonly configuration?: string;
    } & Options);

type Values = ReturnType<typeof parse>['values'];

class Wrong extends Error {}

/** @param dataFolder DATA_FOLDER */
export function readCommandLine(args: readonly string[], dataFolder: string | undefined): CommandLine {
  try {
    const { values, positionals } = parse(args);
    if (values.help === true) return { kind: 'help' };
    if (values['list-profiles'] === true) return { kind: 'profiles' };
    if (values['list-faults'] === true) return { kind: 'faults' };
    const folder = dataFolder === undefined || dataFolder === '' ? 'data' : dataFolder;
    const store = values.store ?? `${folder}/wallet.json`;
    if (values.provider !== undefined) return { kind: 'provider', certificate: values.provider, store };
    return asked(values, positionals, { ...optionsOf(values), store });
  } catch (error) {
    return { kind: 'wrong', why: firstSentence(error) };
  }
}

function asked(values: Values, positionals: readonly string[], options: Options): CommandLine {
  const [first = '', ...rest] = positionals;
  if (stepNames.some((name) => name === first)) return stepOf(first, rest, values, options);
  if (first === 'page') return pageOf(rest, values, options);
  const command = ['accept', 'present'].find((name) => name === first);
  const link = linkOf(command === undefined ? positionals : rest);
  const kind = kindOf(link);
  if (command !== undefined && command !== kind) {
    throw new Wrong(`This is not the link of ${command === 'accept' ? 'an offer' : 'a presentation request'}`);
  }
  if (values.decline === true && kind === 'accept') {
    throw new Wrong('--decline needs the link of a presentation request');
  }
  return { kind: values.decline === true ? 'decline' : kind, link, ...options };
}

function stepOf(step: string, rest: readonly string[], values: Values, options: Options): CommandLine {
  const takesLink = step === 'offer' || step === 'request-object';
  if (!takesLink && rest.length > 0) throw new Wrong(`${step} accepts no link: it continues the run`);
  // A run that started with a challenge already has the link of its presentation.
  const link = takesLink && (step === 'offer' || rest.length > 0) ? linkOf(rest) : undefined;
  const { configuration } = values;
  return {
    kind: 'step',
    step,
    ...(link === undefined ? {} : { link }),
    run: values.run ?? options.store.replace(/[^/\\]*$/, 'wallet-run.json'),
    ...(configuration === undefined ? {} : { configuration }),
    ...options,
  };
}

function pageOf([requests, ...others]: readonly string[], { origin }: Values, options: Options): CommandLine {
  if (requests === undefined || others.length > 0) throw new Wrong("page accepts one file with a page's requests");
  const isOrigin = origin !== undefined && URL.canParse(origin) && new URL(origin).origin === origin;
  if (!isOrigin) throw new Wrong('page needs --origin: scheme, host and port of the page, as https://shop.example');
  return { kind: 'page', requests, origin, ...options };
}

function linkOf([text, ...others]: readonly string[]): URL {
  if (text === undefined) throw new Wrong('The link is missing');
  if (others.length > 0) throw new Wrong('There is more than one link; one link is one argument, in quotes');
  const link = URL.canParse(text) ? new URL(text) : undefined;
  if (link === undefined || kindOf(link) === undefined) {
    throw new Wrong('This link is neither an offer nor a presentation request');
  }
  return link;
}

function kindOf({ searchParams }: URL): 'accept' | 'present' {
  const names = new Set(searchParams.keys());
  if (names.has('credential_offer_uri') || names.has('credential_offer')) return 'accept';
  if (names.has('request_uri') || names.has('response_uri')) return 'present';
  throw new Wrong('This link is neither an offer nor a presentation request');
}

function optionsOf(values: Values): Omit<Options, 'store'> {
  const { fault, batch, anchor } = values;
  if (fault !== undefined && !isFaultName(fault)) throw new Wrong('Unknown fault; --list-faults lists them');
  if (batch !== undefined && !/^[1-9]\d?$/.test(batch)) throw new Wrong('--batch is a number from 1 to 99');
  const way = oneOf('way', values.way, ways);
  const notification = oneOf('notification', values.notification, notifications);
  const profile = oneOf('profile', values.profile ?? values.as, Object.keys(WALLETS) as WalletName[]) ?? 'plain';
  return {
    json: values.json === true,
    profile,
    ...(fault === undefined ? {} : { fault }),
    ...(values['tx-code'] === undefined ? {} : { txCode: values['tx-code'] }),
    ...(values.attested === true ? { attested: true } : {}),
    ...(values.bearer === true ? { bearer: true } : {}),
    ...(way === undefined ? {} : { way }),
    ...(batch === undefined ? {} : { batch: Number(batch) }),
    ...(values.renew === true ? { renew: true } : {}),
    ...(notification === undefined ? {} : { notification }),
    ...(values['client-id'] === undefined ? {} : { clientId: values['client-id'] }),
    ...(values['redirect-uri'] === undefined ? {} : { redirectUri: values['redirect-uri'] }),
    ...(anchor === undefined ? {} : { anchor }),
  };
}

function oneOf<T extends string>(option: string, given: string | undefined, known: readonly T[]): T | undefined {
  const found = known.find((name) => name === given);
  if (given !== undefined && found === undefined) throw new Wrong(`--${option} is one of ${known.join(', ')}`);
  return found;
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'tx-code': text,
      profile: text,
      as: text,
      fault: text,
      way: text,
      batch: text,
      notification: text,
      'client-id': text,
      'redirect-uri': text,
      anchor: text,
      provider: text,
      store: text,
      run: text,
      configuration: text,
      origin: text,
      decline: flag,
      attested: flag,
      bearer: flag,
      renew: flag,
      json: flag,
      'list-profiles': flag,
      'list-faults': flag,
      help: { ...flag, short: 'h' },
    },
  });
}

/** The useful part of the parser's message; the rest is advice for programmers. */
function firstSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split(/[.\n]/, 1)[0] ?? text;
}
