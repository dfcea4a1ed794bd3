/**
 * The wallet of the tests at a terminal: takes what an offer link gives, and presents to a request link what it holds.
 *
 *     npm run wallet -- 'openid-credential-offer://?…' [--tx-code 123456]
 *     npm run wallet -- 'openid4vp://?…'
 *
 * Credentials and their keys are kept in DATA_FOLDER/wallet.json, in the clear: for test data only.
 */
import { createPrivateKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { newWalletKey, type WalletKey } from './keys.ts';
import { fetchRequest, type HeldCredential, post, present, responseFields } from './present.ts';
import { type Answer, read, Wallet } from './wallet.ts';

interface Kept {
  readonly issuer: string;
  readonly credential: string;
  /** PKCS#8, PEM. */
  readonly key: string;
  readonly publicJwk: WalletKey['publicJwk'];
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'tx-code': { type: 'string' } } });
const [link = ''] = positionals;
const folder = process.env.DATA_FOLDER || 'data';
const file = join(folder, 'wallet.json');
const say = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  if (link.includes('credential_offer')) await receive();
  else if (link.includes('request_uri')) await show();
  else throw new Error("npm run wallet -- '<link of an offer or of a presentation request>' [--tx-code <code>]");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function receive(): Promise<void> {
  const reference = new URL(link).searchParams.get('credential_offer_uri') ?? '';
  const offer = succeeded('The offer', 200, await read(await fetch(reference))).json;
  const wallet = new Wallet({ issuer: offer.credential_issuer });
  const { access_token: token } = succeeded('The token', 200, await wallet.redeem(offer, values['tx-code'])).json;
  for (const id of offer.credential_configuration_ids) {
    const key = newWalletKey();
    const proofs = { jwt: [wallet.proof(key, await wallet.nonce())] };
    const answer = await wallet.credential(token, { credential_configuration_id: id, proofs });
    const { credentials, notification_id } = succeeded('The credential', 200, answer).json;
    const credential: string = credentials[0].credential;
    keep({ issuer: offer.credential_issuer, credential, key: pemOf(key), publicJwk: key.publicJwk });
    await wallet.notify(token, notification_id);
    say(`${id}: ${JSON.stringify(claimsOf(credential), null, 2)}`);
  }
}

async function show(): Promise<void> {
  const request = await fetchRequest(link);
  const token: Record<string, string[]> = {};
  for (const query of request.dcql_query.credentials) {
    const held = findHeld(query);
    if (held === undefined) throw new Error(`Nothing here answers the question ${query.id}: take a credential first`);
    token[query.id] = [present(held, request)];
  }
  const answer = await post(request.response_uri, responseFields(request, token));
  succeeded('The verifier', 200, answer);
  say(`presented to ${request.client_id}`);
}

/** The newest one of a type that is asked for. */
function findHeld(query: object): HeldCredential | undefined {
  const wanted = (query as { readonly meta?: { readonly vct_values?: readonly string[] } }).meta?.vct_values;
  const found = load().findLast(({ credential }) => wanted?.includes(String(claimsOf(credential).vct)) ?? true);
  if (found === undefined) return undefined;
  const key = { privateKey: createPrivateKey(found.key), publicJwk: found.publicJwk } as WalletKey;
  return { credential: found.credential, key };
}

/** Of the signed part and of the disclosures. */
function claimsOf(credential: string): Record<string, unknown> {
  const [jwt = '', ...disclosures] = credential.split('~').filter((part) => part !== '');
  const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  const signed = decode(jwt.split('.')[1] ?? '') as Record<string, unknown>;
  const open = disclosures.map((part) => (decode(part) as unknown[]).slice(-2));
  const { _sd: _, _sd_alg: __, ...plain } = signed;
  return { ...plain, ...Object.fromEntries(open) };
}

function load(): readonly Kept[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept[]) : [];
}

function keep(kept: Kept): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify([...load(), kept], null, 2)}\n`, { mode: 0o600 });
}

function pemOf({ privateKey }: WalletKey): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function succeeded(who: string, status: number, answer: Answer): Answer {
  if (answer.status !== status) throw new Error(`${who} answered ${answer.status}: ${answer.text}`);
  return answer;
}
