import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredDisplay } from '@countersign/shared/flow-config/stored-display';
import { operationNamed } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { documentOperations } from '../../src/documents/document-operations.ts';
import { openGateway } from '../open-gateway.ts';

test('the documents describe this server: its address, its variants, its settings', async (t) => {
  const { platform } = await openGateway(t);
  const { settings, log } = platform;
  const brandOf = async () => ({ name: 'Museum' });
  const storedDisplay = {} as StoredDisplay;
  const of = (own: typeof settings) =>
    documentOperations({ platform: { settings: own, log }, environment: {}, storedDisplay, brandOf });
  const asked = { id: 'r', tenant: 'default', method: 'GET', url: '', params: {}, query: {}, headers: {} } as const;
  const answer = async (operations: ReturnType<typeof of>, name: string) =>
    operationNamed(operations, name)?.({ ...asked, body: undefined, encoding: 'none' });
  const operations = of({ ...settings, PUBLIC_URL: 'https://issuer.example' });
  assert.match(String((await answer(operations, 'gateway.openapi'))?.raw), /"https:\/\/issuer\.example"/);
  const home = async (own: typeof settings) => (await answer(of(own), 'gateway.home'))?.body as JsonObject;
  const { AUTH_API_KEY: _, ...withoutA } = settings;
  assert.equal((await home(settings)).credential_issuer, '/.well-known/openid-credential-issuer');
  assert.equal((await home(withoutA as typeof settings)).credential_issuer, undefined);
  assert.ok((await answer(operations, 'gateway.settings'))?.body !== undefined);
});
