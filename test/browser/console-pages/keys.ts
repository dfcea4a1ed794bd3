import assert from 'node:assert/strict';
import type { ConsolePageRow } from '../console-row.ts';

export const keysRow: ConsolePageRow = {
  name: 'keys',
  path: '/keys',
  heading: { en: 'Trust and keys', de: 'Vertrauen und Schlüssel' },
  prepare: async ({ server }) => {
    await server.platform.keys.signer('default', 'credential');
    const rotated = await server.a('/keys/credential/rotate', { method: 'POST' });
    assert.equal(rotated.status, 201);
    return undefined;
  },
  visible: (page) => page.getByText(/^(pending|angekündigt)$/).waitFor(),
};
