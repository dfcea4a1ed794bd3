/** The tabs with what to enter in an application. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import type { LoginClient } from '../../../src/pages/logins/login-client.ts';
import { Fields } from '../../../src/pages/logins/setup-section.tsx';

const client: LoginClient = { id: 'shop', source: 'file', name: 'Shop', redirect_uris: ['https://shop.example/cb'] };

test('a secret that is not known any more is not made up', () => {
  const fields = (secret?: string): string =>
    renderToString(
      <Fields application="keycloak" options={{ client, issuer: 'https://issuer.example/login', secret }} />,
    );
  assert.match(fields(), /shown once, when it was created/);
  assert.match(fields('S3CRET'), /S3CRET/);
});
