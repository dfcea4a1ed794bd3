/** `attribute-providers.json`: what is wrong with it, and how a provider is called. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { attributeProviderFindings, createAttributeProviders } from '../../src/claims/attribute-providers.ts';
import { openIssuer } from '../world.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const environment = { HR: 'Bearer token', SECRET, SHORT: 'whsec_AAAA' };
const url = 'https://hr.example/claims';
const auth = { headerName: 'authorization', valueEnv: 'HR' };
const pointers = (...providers: readonly object[]) =>
  attributeProviderFindings({ providers } as never, { allow: [], environment }).map(({ pointer }) => pointer);

test('errors have their place: shape, address, variables, and an id that appears twice', () => {
  assert.deepEqual(pointers({ id: 'hr', url, auth, signingSecretEnv: 'SECRET' }), []);
  assert.deepEqual(pointers({ id: 'hr', url: 'https://10.0.0.1' }), ['/providers/0/url']);
  assert.deepEqual(pointers({ id: 'hr', url: 'https://169.254.169.254/latest' }), ['/providers/0/url']);
  assert.deepEqual(pointers({ id: 'hr', url: 'javascript:alert(1)' }), ['/providers/0/url']);
  assert.deepEqual(pointers({ id: 'hr', url, auth: { ...auth, valueEnv: 'X' } }), ['/providers/0/auth/valueEnv']);
  assert.deepEqual(pointers({ id: 'hr', url, signingSecretEnv: 'SHORT' }), ['/providers/0/signingSecretEnv']);
  assert.deepEqual(pointers({ id: 'hr', url }, { id: 'hr', url }), ['/providers/1/id']);
  assert.deepEqual(pointers({ id: 'hr', url, secret: 'x' }), ['/providers/0/secret']);
});

test('a provider is called with the values of its variables; a file with an error has no provider', async (t) => {
  const { platform } = await openIssuer(t);
  const providers = createAttributeProviders(platform, environment);
  const path = join(platform.settings.CONFIG_FOLDER, 'attribute-providers.json');
  assert.equal(providers('default', 'hr'), undefined);
  const hr = { id: 'hr', url, auth, signingSecretEnv: 'SECRET' };
  writeFileSync(path, JSON.stringify({ providers: [{ id: 'plain', url }, hr] }));
  assert.deepEqual(providers('default', 'plain'), { url, timeout: 10 });
  assert.deepEqual(providers('default', 'hr'), {
    url,
    timeout: 10,
    auth: { type: 'apiKey', config: { headerName: 'authorization', value: 'Bearer token' } },
    signingSecret: SECRET,
  });
  assert.equal(providers('acme', 'hr'), undefined, 'nothing is inherited');
  writeFileSync(
    path,
    JSON.stringify({
      providers: [
        { id: 'plain', url },
        { id: 'bad', url: 'https://10.0.0.1/claims' },
      ],
    }),
  );
  assert.equal(providers('default', 'plain'), undefined);
});
