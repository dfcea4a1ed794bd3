/** Keycloak 26.4: fetched and prepared once in the cache, on loopback only, with its own database in memory. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type Engine, freePort, startEngine } from '../engines/engine.ts';
import { installJars, jarsOf } from '../engines/jars.ts';
import { installOnce, runCommand, versioned } from '../engines/provision.ts';

const JARS = { pom: 'keycloak-pom.xml', sums: 'keycloak-jars.sha256' };
const HOME = 'keycloak-26.4.0';
const ADMIN = { username: 'admin', password: 'admin-of-tests' };

/** @returns its folder @throws Error without a JDK and Maven */
export async function provisionKeycloak(): Promise<string> {
  await runCommand('jar', ['--version']);
  const [zip = ''] = jarsOf(await installJars('keycloak-zip', JARS));
  const folder = await installOnce(versioned('keycloak', [JARS.pom, JARS.sums]), async (part) => {
    await runCommand('jar', ['xf', zip], { cwd: part });
    await runCommand('sh', [join('bin', 'kc.sh'), 'build', '--db=dev-mem'], { cwd: join(part, HOME) });
  });
  return join(folder, HOME);
}

export interface Keycloak {
  readonly url: string;
  /** A request of an administrator; the path starts after `/admin/realms`. */
  admin(path: string, body?: object): Promise<Response>;
  /** JSON of a successful response. */
  read(path: string, body?: object): Promise<never>;
  readonly stop: () => Promise<void>;
}

export async function startKeycloak(home: string, folder: string): Promise<Keycloak> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const engine: Engine = await startEngine({
    name: 'keycloak',
    url,
    port,
    folder,
    command: () => ({
      file: 'sh',
      args: [
        join(home, 'bin', 'kc.sh'),
        'start',
        '--optimized',
        '--http-enabled=true',
        '--http-host=127.0.0.1',
        `--http-port=${port}`,
        `--hostname=${url}`,
        '--cache=local',
      ],
      env: {
        KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
        JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
      },
    }),
    answers: async () => (await fetch(`${url}/realms/master`)).ok && (await accessToken(url)) !== undefined,
  });
  const admin = async (path: string, body?: object): Promise<Response> => {
    const headers = { authorization: `Bearer ${await accessToken(url)}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return fetch(`${url}/admin/realms${path}`, { headers, ...sent });
  };
  return {
    url,
    admin,
    read: async (path, body) => {
      const answer = await admin(path, body);
      const text = await answer.text();
      assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
      return (text === '' ? {} : JSON.parse(text)) as never;
    },
    stop: () => engine.kill(),
  };
}

/** One for each request: it lives for a minute. */
async function accessToken(url: string): Promise<string | undefined> {
  const body = new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...ADMIN });
  const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, { method: 'POST', body });
  const { access_token: token } = (await answer.json()) as { readonly access_token?: string };
  return token;
}
