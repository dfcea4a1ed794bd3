/**
 * Schemathesis: sends requests generated from the API description, valid and invalid, and checks the responses against
 * it.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { findPython, installOnce, installWheels, type Python, versioned } from '../engines/provision.ts';
import { root } from './tools.ts';

const REQUIREMENTS = 'schemathesis.txt';
const HOOKS = join(root, 'test', 'openapi', 'reserved_names.py');
/** Bytes. */
const MAX_OUTPUT = 16 * 1024 * 1024;
/** Characters of a failure. */
const MAX_SHOWN = 20_000;

export interface Schemathesis {
  readonly python: Python;
  readonly folder: string;
}

/** Fetches it into the cache if it is missing. @throws Error without Python 3.11 */
export async function provisionSchemathesis(): Promise<Schemathesis> {
  const python = await findPython();
  const folder = await installOnce(versioned(`schemathesis-${python.tag}`, [REQUIREMENTS]), (part) =>
    installWheels(python, REQUIREMENTS, part),
  );
  return { python, folder };
}

/** Operations whose requests are judged by more than a schema: 400 for a valid body is described, and expected. */
const JUDGED_BY_RULES = [
  // Ids that are taken or reserved, states that refuse.
  '/tenants(/|$)',
  // A cursor belongs to one list.
  '/(audit|session|deliveries|status-lists)$',
  // Either of two members, one of which has a cursor.
  '/(deliveries/replay|webhooks/test|configurations/(import|plan|apply))$',
  // Images that must exist and match their names; each client and language once.
  '/configurations/(display|images|wallets)$',
  // Wallet protocols: the thing that a code, a state or a request_uri refers to exists or doesn't.
  '/authorize(/par|/challenge|/interactive|/token|/callback|/(decline|sign-in|wallet)/[^/]+)?$',
  '/oid4vp/(response|request/)',
  // Ids of configurations, members that exclude each other, and the inner rules of configurations.
  '/vci/offer$',
  '/issuer-management/offer$',
  '/oid4vp$',
  '/presentation-management(/request)?$',
  '/(issuer-manage?ment|sign-in-management)$',
  // Clients, sessions and parameters of an OpenID provider.
  '/login/(auth|interaction|session|me|token)(/|$)',
  '/configurations/login-clients$',
  // The reference belongs to a request that has ended, or never existed.
  '/oid4vp/button/',
  // Formats that are built; a list keeps its type.
  '/attestation-schemes/(plan|import)$',
  '/hosted-lists/[^/]+$',
  // Certificates that must be readable, and belong to a key.
  '/(chain|entities|registration-certificates|trust/lists)$',
  // A list is signed.
  '/trust/lists/[^/]+/bytes$',
];

/** Compact JWTs; Schemathesis treats their media type as JSON. */
const COMPACT_JWTS = ['/trust-lists/[^/]+$', '/hosted-lists/[^/]+/versions/[^/]+$'];

export interface SchemathesisRun {
  /** Empty, for its files. */
  readonly folder: string;
  readonly origin: string;
  readonly description: JsonObject;
  /** The credential of the security scheme of that name. */
  readonly auth: { readonly apiKey: string } | { readonly bearer: string };
  /** Requests of each kind, for each operation. */
  readonly requests: number;
  /** Others for each seed; without one, the same in every run. */
  readonly seed: number | undefined;
}

/** Runs it to its end. @throws Error with the failures that it found */
export async function runSchemathesis({ python, folder: modules }: Schemathesis, run: SchemathesisRun): Promise<void> {
  const file = join(run.folder, 'described.json');
  await writeFile(file, JSON.stringify(run.description));
  const configuration = join(run.folder, 'schemathesis.toml');
  await writeFile(configuration, configurationOf(run));
  const env = { ...process.env, PYTHONPATH: modules, PYTHONNOUSERSITE: '1', PYTHONDONTWRITEBYTECODE: '1' };
  const options = ['--url', run.origin, '--phases', 'examples,coverage,fuzzing', '--no-color', '--warnings', 'off'];
  const args = ['-m', 'schemathesis.cli', '--config-file', configuration, 'run', file, ...options];
  try {
    await promisify(execFile)(python.file, args, { cwd: run.folder, env, maxBuffer: MAX_OUTPUT });
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    throw new Error(output.slice(Math.max(0, output.indexOf('= FAILURES =')), MAX_SHOWN));
  }
}

/** TOML. */
function configurationOf({ auth, requests, seed }: SchemathesisRun): string {
  const credential =
    'apiKey' in auth
      ? `apiKey = { api_key = ${JSON.stringify(auth.apiKey)} }`
      : `bearer = { bearer = ${JSON.stringify(auth.bearer)} }`;
  // 410: what a request names has ended, or never was.
  const accepted = ['2xx', '3xx', 400, 401, 403, 404, 409, 410, 429];
  const rejected = [400, 401, 403, 404, 405, 406, 409, 410, 415, 422, 428, 429];
  return `continue-on-failure = true
hooks = ${JSON.stringify(HOOKS)}
${seed === undefined ? '' : `seed = ${seed}`}
workers = 1
suppress-health-check = ["all"]

[auth.openapi]
${credential}

[generation]
max-examples = ${requests}
deterministic = ${seed === undefined}
database = "none"

# A body can be both too large and wrong.
[checks]
negative_data_rejection.expected-statuses = ${JSON.stringify([...rejected, 413])}

[[operations]]
include-path-regex = ${JSON.stringify(JUDGED_BY_RULES.join('|'))}
checks.positive_data_acceptance.expected-statuses = ${JSON.stringify(accepted)}

# The reference is looked up before the parameters; the library answers an unknown response_mode by a redirect.
[[operations]]
include-path-regex = "/oid4vp/button/|/login/auth$"
checks.negative_data_rejection.expected-statuses = ${JSON.stringify([...rejected, '3xx'])}

[[operations]]
include-path-regex = ${JSON.stringify(COMPACT_JWTS.join('|'))}
checks.response_schema_conformance.enabled = false
`;
}
