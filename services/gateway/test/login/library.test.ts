import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLibrary } from '../../src/login/library.ts';
import { providerMessage } from '../../src/login/provider-message.ts';

const ISSUER = 'https://id.example/login';

test('the library follows no request through its promises', async () => {
  const { Provider } = await loadLibrary();
  const followed: unknown[] = [];
  const provider = new Provider(ISSUER, {
    renderError: async (context: { body: unknown }) => {
      await Promise.resolve();
      followed.push((Provider as unknown as { readonly ctx: unknown }).ctx);
      context.body = '';
    },
  });
  const asked = { id: 'r', tenant: 'default', method: 'GET', url: '', params: {}, query: {}, headers: {} } as const;
  const message = providerMessage({ ...asked, body: undefined, encoding: 'none' }, ISSUER, '/auth');
  await provider.callback()(message.request, message.response);
  assert.deepEqual(followed, [undefined]);
});
