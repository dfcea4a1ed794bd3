import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { silentLog } from '../../src/kernel/log.ts';
import type { ServiceName } from '../../src/kernel/service-name.ts';
import { startService } from '../../src/runtime/start-service.ts';
import { SettingsError } from '../../src/settings/read-settings.ts';
import { temporaryFolder } from '../store/temporary.ts';

/** The problems of a start that connects to no engine, because its settings are refused before. */
async function problems(t: TestContext, name: ServiceName): Promise<readonly string[]> {
  const folder = await temporaryFolder(t);
  for (const path of ['issuance', 'keys']) mkdirSync(join(folder, path));
  writeFileSync(join(folder, 'issuance', 'card.json'), '{}');
  writeFileSync(join(folder, 'keys', 'request.key.pem'), 'no key');
  const env = {
    HAIP: 'true',
    CONFIG_FOLDER: folder,
    PUBLIC_URL: 'http://localhost:3000',
    PORT: '0',
    MASTER_KEY: Buffer.alloc(32, 'a1-B').toString('base64url'),
    INTERNAL_SECRET: 'internal-secret-0123456789-abcdefghij',
    MONGODB_URL: 'mongodb://127.0.0.1:9',
    KAFKA_BROKERS: '127.0.0.1:9',
    REDIS_URL: 'redis://127.0.0.1:9',
  };
  const create = (): never => {
    throw new Error('The service was made');
  };
  const error = await startService(name, create, { env, log: silentLog }).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof SettingsError, String(error));
  return error.problems.map((problem) => problem.replaceAll(folder, ''));
}

test('with HAIP=true the issuer names what it lacks, and the verifier what it does', async (t) => {
  const [ofIssuer, ofVerifier] = [await problems(t, 'issuer'), await problems(t, 'verifier')];
  assert.deepEqual([ofIssuer.length, ofVerifier.length], [1, 1]);
  assert.match(ofIssuer[0] ?? '', /tenant default: \/trust\/wallet-providers: /);
  assert.match(ofVerifier[0] ?? '', /tenant default: \/keys\/request\.chain\.pem: /);
});
