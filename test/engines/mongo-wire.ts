/**
 * SecantusDB, a server that speaks the MongoDB wire protocol. It replaces MongoDB, which no package registry has;
 * `MONGODB_URL` points the same tests at a real one. Two builds: the Python package is ready in seconds; the Rust crate
 * compiles for minutes and responds several times faster. `node scripts/engines.mjs --rust` builds it, and so do
 * `npm run cluster` and the benchmark if Rust is installed.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Engine, freePort, startEngine } from './engine.ts';
import { exchange } from './exchange.ts';
import { enginesFolder, findPython, installOnce, installWheels, runCommand, versioned } from './provision.ts';

export type MongoWireBuild = 'python' | 'rust';

const PYTHON_VERSION = '0.7.0b3';
const RUST_VERSION = '0.5.3-beta.193';
const RUST_FOLDER = `secantus-mdb-${RUST_VERSION}`;

interface Server {
  readonly product: string;
  readonly file: string;
  /** Before the options. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

function rustServer(): string {
  return join(enginesFolder(), RUST_FOLDER, 'bin', 'secantusd-rs');
}

/**
 * Returns a build's server.
 * @param build default: the Rust one if it was built, otherwise the Python one
 */
export async function provisionMongoWire(build?: MongoWireBuild): Promise<Server> {
  const hasRust = existsSync(rustServer());
  if ((build ?? (hasRust ? 'rust' : 'python')) === 'rust') {
    if (!hasRust) throw new Error('The Rust build is missing: node scripts/engines.mjs --rust');
    const product = `SecantusDB ${RUST_VERSION}, Rust build`;
    return { product, file: rustServer(), args: ['--log-file-max', '8MB'], env: {} };
  }
  const python = await findPython();
  const requirements = 'secantusdb.txt';
  const folder = await installOnce(versioned(`secantusdb-${PYTHON_VERSION}-${python.tag}`, [requirements]), (part) =>
    installWheels(python, requirements, part),
  );
  const env = { PYTHONPATH: folder, PYTHONNOUSERSITE: '1', PYTHONDONTWRITEBYTECODE: '1' };
  return { product: `SecantusDB ${PYTHON_VERSION}, Python build`, file: python.file, args: ['-m', 'secantus'], env };
}

/** Compiles the Rust build if it is missing: about seven minutes; needs Rust and cmake. */
export async function buildRustMongoWire(): Promise<void> {
  await installOnce(RUST_FOLDER, async (part) => {
    const target = join(part, 'target');
    const version = ['--version', RUST_VERSION, '--locked', '--ignore-rust-version'];
    const args = ['install', 'secantus-mdb', ...version, '--root', part, '--target-dir', target];
    await runCommand('cargo', args, { show: true });
    await runCommand('rm', ['-rf', target]);
  });
}

/**
 * Compiles the Rust build if it is missing and Rust is installed: load and figures then come from the faster server.
 * @param say prints what takes minutes, and why the Python build stays
 */
export async function preferRustMongoWire(say: (text: string) => void): Promise<void> {
  if (existsSync(rustServer())) return;
  try {
    await runCommand('cargo', ['--version']);
  } catch {
    say('The store server is its slower Python build: Rust is not installed');
    return;
  }
  say('Compiling the store server: seven minutes, only this time');
  try {
    await buildRustMongoWire();
  } catch (error) {
    say(`The store server is its slower Python build: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @param options.port default a free one */
export async function startMongoWire(options: {
  readonly folder: string;
  readonly port?: number;
  readonly build?: MongoWireBuild;
}): Promise<Engine> {
  const { folder } = options;
  const server = await provisionMongoWire(options.build);
  const port = options.port ?? (await freePort());
  await mkdir(folder, { recursive: true });
  // Without its own file, it would read one from the user's home.
  const config = join(folder, 'secantusd.toml');
  await writeFile(config, '');
  const network = ['--host', '127.0.0.1', '--port', String(port)];
  const storage = ['--storage-path', join(folder, 'data'), '--sync-on-commit', '--cache-size', '256M'];
  const args = [...server.args, '--config', config, ...network, ...storage, '--log-level', 'WARNING'];
  return startEngine({
    name: 'mongodb',
    product: server.product,
    url: `mongodb://127.0.0.1:${port}`,
    port,
    folder,
    command: () => ({ file: server.file, args, env: server.env }),
    answers: () => isWritable(port),
  });
}

/** OP_MSG with `{hello: 1, $db: 'admin'}`; true if the response has `isWritablePrimary: true`. */
async function isWritable(port: number): Promise<boolean> {
  const elements = Buffer.concat([
    Buffer.from('\x10hello\0\x01\0\0\0', 'latin1'),
    Buffer.from('\x02$db\0\x06\0\0\0admin\0', 'latin1'),
  ]);
  const message = Buffer.alloc(21 + 4 + elements.length + 1);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(1, 4);
  message.writeInt32LE(2013, 12);
  message.writeInt32LE(4 + elements.length + 1, 21);
  elements.copy(message, 25);
  const received = await exchange(port, message, (b) => b.length >= 4 && b.length >= b.readInt32LE(0));
  return received.includes(Buffer.from('\x08isWritablePrimary\0\x01', 'latin1'));
}
