import assert from 'node:assert/strict';
import { type ConsolePageRow, openForms } from '../console-row.ts';

export const keysRow: ConsolePageRow = {
  name: 'keys',
  path: '/keys',
  heading: { en: 'Trust and keys', de: 'Vertrauen und Schlüssel' },
  prepare: async ({ server }) => {
    await server.platform.keys.signer('default', 'credential');
    const rotated = await server.a('/keys/credential/rotate', { method: 'POST' });
    assert.equal(rotated.status, 201);
    const subject = JSON.stringify({ commonName: 'Example Shop' });
    const requested = await server.a('/key-sets/shop/request', { method: 'POST', body: subject });
    assert.equal(requested.status, 201);
    return undefined;
  },
  visible: async (page) => {
    await page.getByText(/^(pending|angekündigt)$/).waitFor();
    await page.getByText(/^(waiting for its certificate|wartet auf das Zertifikat)$/).waitFor();
    await openForms(page);
  },
};
