/** openvc-core, a third-party verifier, pinned by checksum and stored in the engines' cache. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { findPython, installOnce, installWheels, runCommand, versioned } from '../engines/provision.ts';

const WHEELS = 'openvc.txt';

/** Reads cases from the file of the first argument, and prints one verdict for each. */
const JUDGE = `
import base64, json, sys
from datetime import datetime, timezone
from openvc.errors import OpenvcError
from openvc.rp_cert import verify_rp_access_certificate
from openvc.rp_registration import (
    check_matches_access_certificate, check_request_within_registration, verify_rp_registration_certificate)

with open(sys.argv[1], encoding='utf-8') as file:
    given = json.load(file)
now = datetime.fromtimestamp(given['now'], tz=timezone.utc)

def judge(case):
    token = case['jwt'] if 'jwt' in case else base64.b64decode(case['cwt'])
    try:
        registration = verify_rp_registration_certificate(token, trust_anchors=case['issuers'], now=now)
        access = verify_rp_access_certificate(case['access'], trust_anchors=case['accessAuthorities'], now=now)
        check_matches_access_certificate(registration, access)
        if 'query' in case:
            check_request_within_registration(registration, case['query'])
    except OpenvcError as error:
        return str(error)[:200]
    return None

print(json.dumps([judge(case) for case in given['cases']]))
`;

/** A registration certificate and its use; certificates are base64 of their DER. */
export interface JudgedCase {
  readonly given: string | Buffer;
  readonly issuers: readonly string[];
  readonly access: string;
  readonly accessAuthorities: readonly string[];
  readonly query?: JsonObject;
}

/** The refusals of the cases, in order; null if one is accepted. @param now milliseconds */
export type Judge = (cases: readonly JudgedCase[], now: number) => Promise<readonly (string | null)[]>;

/** Runs a program that reads a JSON file, whose name is its first argument, and prints JSON. */
export type RunProgram = (program: string, given: object) => Promise<unknown>;

/** Without Python or its packages the test is skipped, on a build server it fails. */
export async function openvcProgram(t: TestContext): Promise<RunProgram | undefined> {
  try {
    const python = await findPython();
    const packages = await installOnce(versioned(`openvc-${python.tag}`, [WHEELS]), (part) =>
      installWheels(python, WHEELS, part),
    );
    const env = { PYTHONPATH: packages, PYTHONNOUSERSITE: '1', PYTHONDONTWRITEBYTECODE: '1' };
    return async (program, given) => {
      const folder = mkdtempSync(join(tmpdir(), 'countersign-openvc-'));
      try {
        const file = join(folder, 'given.json');
        writeFileSync(file, JSON.stringify(given));
        return JSON.parse(await runCommand(python.file, ['-c', program, file], { env }));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    };
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    t.skip((error as Error).message);
    return undefined;
  }
}

export async function openvc(t: TestContext): Promise<Judge | undefined> {
  const run = await openvcProgram(t);
  if (run === undefined) return undefined;
  return async (cases, now) => {
    return (await run(JUDGE, { now: now / 1000, cases: cases.map(written) })) as (string | null)[];
  };
}

function written({ given, ...rest }: JudgedCase): object {
  return { ...rest, ...(typeof given === 'string' ? { jwt: given } : { cwt: given.toString('base64') }) };
}
