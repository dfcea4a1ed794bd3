/**
 * The events that change a generation of a key, for docs/reference/states.md. A test checks the functions against this
 * table.
 */

import type { KeyState } from '../../../src/model/keys/key-states.ts';
import type { StateTable } from '../state-table.ts';

/** Changes of a generation after it was inserted. */
export const keyEvents: StateTable<KeyState> = {
  signUntil: {
    meaning: 'A credential is about to be signed that expires after the certificate',
    from: { active: ['active'], retiring: ['retiring'], retired: ['retiring'] },
  },
  erasePrivateKey: {
    meaning: 'It was replaced 48 hours ago',
    from: { retiring: ['retiring'], retired: ['retired'] },
  },
};
