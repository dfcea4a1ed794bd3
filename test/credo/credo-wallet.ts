/** The program credo-wallet.mjs on Credo: its packages are pinned, installed once into the cache, and it is driven line by line. */
import { spawn } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installOnce, pinnedFile, runCommand, versioned } from '../engines/provision.ts';

const PACKAGES = ['package.json', 'package-lock.json'].map((name) => join('credo', name));
/** From the folder of pinned files. */
const PROGRAM = join('..', '..', 'credo', 'credo-wallet.mjs');

/** @returns the path of the program, in a folder with its packages */
export async function provisionCredoWallet(): Promise<string> {
  const folder = await installOnce(versioned('credo', [...PACKAGES, PROGRAM]), async (part) => {
    for (const file of PACKAGES) await copyFile(pinnedFile(file), join(part, file.slice('credo/'.length)));
    await copyFile(pinnedFile(PROGRAM), join(part, 'credo-wallet.mjs'));
    await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: part });
  });
  return join(folder, 'credo-wallet.mjs');
}

/** A credential that Credo verified and stored. */
export interface StoredCredential {
  readonly type: 'SdJwtVcRecord' | 'MdocRecord';
  /** Number of credentials of the batch. */
  readonly instances: number;
  /** For an SD-JWT VC. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly docType?: string;
  /** For an mdoc, by namespace. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Presented {
  readonly ok: boolean;
  readonly serverResponse?: { readonly status: number; readonly body: unknown };
  readonly redirectUri?: string;
  /** The response for the page, if the request came over the Digital Credentials API. */
  readonly authorizationResponse?: Readonly<Record<string, unknown>>;
}

export interface CredoWallet {
  /** Fetches the credentials of an offer with a pre-authorized code. @throws Error of Credo */
  accept(
    link: string,
    options?: { readonly txCode?: string; readonly batch?: number },
  ): Promise<readonly StoredCredential[]>;
  /**
   * Answers a request with the credentials that Credo selects.
   * @param request link, or parameters of the Digital Credentials API
   * @param origin of the page, for the Digital Credentials API
   * @throws Error of Credo
   */
  present(request: string | object, origin?: string): Promise<Presented>;
  close(): Promise<void>;
}

/** Starts the program. @param trusted certificates in PEM that it trusts for credentials and requests */
export function startCredoWallet(path: string, trusted: readonly string[]): CredoWallet {
  const env = { ...process.env, TRUSTED_CERTIFICATES: JSON.stringify(trusted) };
  const program = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'], env });
  const ended = new Promise<void>((resolve) => program.once('close', () => resolve()));
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const ask = async <T>(command: object): Promise<T> => {
    program.stdin.write(`${JSON.stringify(command)}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new Error('The program has ended');
    const answer = JSON.parse(value);
    if (answer.failed !== undefined) throw new Error(answer.failed);
    return answer as T;
  };
  return {
    accept: async (link, options = {}) =>
      (await ask<{ readonly credentials: readonly StoredCredential[] }>({ accept: link, ...options })).credentials,
    present: (request, origin) => ask({ present: request, ...(origin === undefined ? {} : { origin }) }),
    close: () => {
      program.stdin.end();
      return ended;
    },
  };
}
