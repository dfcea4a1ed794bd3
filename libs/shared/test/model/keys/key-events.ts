/** What changes a generation of a key, as docs/reference/states.md shows it; a test holds the functions to it. */

import type { KeyState } from '../../../src/model/keys/key-states.ts';
import type { StateTable } from '../state-table.ts';

/** What changes a generation after it was inserted. */
export const keyEvents: StateTable<KeyState> = {
  signUntil: {
    meaning: 'A credential is about to be signed that ends after the certificate',
    from: { active: ['active'], retiring: ['retiring'], retired: ['retiring'] },
  },
  erasePrivateKey: {
    meaning: 'It was replaced 48 hours ago',
    from: { retiring: ['retiring'], retired: ['retired'] },
  },
};
