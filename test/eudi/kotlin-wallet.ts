/** The program Wallet.kt on the EU's Kotlin library: fetched, compiled once into the cache, and driven line by line. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installJars, jarsOf } from '../engines/jars.ts';
import { installOnce, pinnedFile, runCommand, versioned } from '../engines/provision.ts';

const JARS = { pom: 'eudi-wallet-pom.xml', sums: 'eudi-wallet-jars.sha256' };
/** From the folder of pinned files. */
const SOURCE = join('..', '..', 'eudi', 'Wallet.kt');
const COMPILER = 'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler';

/** @returns the class path of the program @throws Error without Java and Maven */
export async function provisionKotlinWallet(): Promise<string> {
  await runCommand('java', ['-version']);
  const jars = jarsOf(await installJars('eudi-wallet-jars', JARS)).join(':');
  const classes = await installOnce(versioned('eudi-wallet', [SOURCE, JARS.sums]), async (part) => {
    const args = ['-nowarn', '-no-stdlib', '-no-reflect', '-cp', jars, '-d', part, pinnedFile(SOURCE)];
    await runCommand('java', ['-cp', jars, COMPILER, ...args]);
  });
  return `${classes}:${jars}`;
}

export interface KotlinFlow {
  /** Offer link. */
  readonly link: string;
  readonly txCode?: string;
  readonly dpop?: boolean;
  /** Keys in one request; default 1. */
  readonly batch?: number;
  /** A wallet attestation, the private JWK of its key as JSON, and the source of challenges. */
  readonly attestation?: string;
  readonly key?: string;
  readonly challengeEndpoint?: string;
  /** Refreshes the access token before it collects a deferred credential. */
  readonly refresh?: boolean;
}

export interface KotlinOutcome {
  /** Message of the library if it failed. */
  readonly failed?: string;
  readonly credentials: readonly string[];
  /** Public JWKs, one for each credential. */
  readonly keys: readonly object[];
  readonly grant: string;
  /** The access token is DPoP-bound. */
  readonly bound: boolean;
  readonly refreshable: boolean;
  readonly notified: boolean;
}

/** The test's responses to the program's questions; each returns the line to send. */
export interface Helpers {
  /** Opens the authorization endpoint as the browser does. */
  open(url: string): Promise<string>;
  /** Called when the issuer deferred the credential. */
  deferred(): Promise<string>;
}

export interface KotlinWallet {
  run(flow: KotlinFlow, helpers?: Partial<Helpers>): Promise<KotlinOutcome>;
  close(): Promise<void>;
}

/** Starts the program. @param ca file of the authority of the server's TLS certificate */
export function startKotlinWallet(classPath: string, ca: string): KotlinWallet {
  const program = spawn('java', ['-XX:TieredStopAtLevel=1', '-cp', classPath, 'WalletKt', ca], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => program.once('close', () => resolve()));
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const tell = (line: string): void => void program.stdin.write(`${line}\n`);
  return {
    run: async (flow, helpers = {}) => {
      tell(JSON.stringify(flow));
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error('The program has ended');
        const { asks, value: about, ...outcome } = JSON.parse(value);
        if (asks === undefined) return outcome as KotlinOutcome;
        const help = helpers[asks as keyof Helpers];
        if (help === undefined) throw new Error(`The wallet asks for: ${asks}`);
        tell(await help(about));
      }
    },
    close: () => {
      program.stdin.end();
      return ended;
    },
  };
}
