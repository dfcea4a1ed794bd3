import assert from 'node:assert/strict';
import { jsonBody, type TestServer } from '../../support/server.ts';
import type { ConsolePageRow } from '../console-row.ts';

async function made(server: TestServer, path: string, body: object): Promise<void> {
  const answer = await server.a(path, { method: 'POST', ...jsonBody(body) });
  assert.equal(answer.status, 201);
}

export const tenantsRow: ConsolePageRow = {
  name: 'tenants',
  path: '/tenants',
  heading: { en: 'Tenants', de: 'Mandanten' },
  prepare: async ({ server }) => {
    await made(server, '/tenants', { id: 'museum', name: 'Museum of the city' });
    await made(server, '/tenants/museum/clients', { client_id: 'museum-desk', role: 'operator', name: 'Ticket desk' });
    await made(server, '/tenants', { id: 'library', name: 'City library' });
    const suspended = await server.a('/tenants/library/suspend', { method: 'POST' });
    assert.equal(suspended.status, 200);
    return undefined;
  },
  visible: async (page) => {
    await page.getByRole('link', { name: 'museum', exact: true }).waitFor();
    await page.getByText(/^(suspended|gesperrt)$/).waitFor();
  },
};

/** A tenant that the previous row created. */
export const tenantRow: ConsolePageRow = {
  name: 'tenant',
  path: '/tenants/museum',
  heading: { en: 'Tenant museum', de: 'Mandant museum' },
  visible: async (page) => {
    await page.getByText('museum-desk', { exact: true }).waitFor();
    await page
      .getByRole('button', { name: /^(New secret for museum-desk|Neues Geheimnis für museum-desk)$/ })
      .waitFor();
    await page.getByRole('button', { name: /^(Suspend|Sperren)$/ }).waitFor();
  },
};
