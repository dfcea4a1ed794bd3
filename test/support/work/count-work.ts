/**
 * Preloaded into a server (`node --import`): counts its work. A server with COUNT_TO writes the counts as JSON to that
 * file on SIGUSR2.
 */
import './count-crypto.ts';
import './count-files.ts';
import './count-http.ts';
import './count-schemas.ts';
import './count-ports.ts';
