/** Starts the console in the page. */
import { render } from 'preact';
import { connection } from './api/connection.ts';
import { Shell } from './shell.tsx';
import { startAddress } from './state/address.ts';
import { startSession } from './state/session.ts';
import { startSettings } from './state/settings.ts';

const root = document.getElementById('console');
if (root !== null) {
  // The gateway writes the console's address and the ways to sign in into the page.
  connection.base = root.dataset.base ?? '';
  connection.organisation = root.dataset.organisation === 'true';
  startSettings(document.documentElement);
  startAddress();
  render(<Shell />, root);
  void startSession();
}
