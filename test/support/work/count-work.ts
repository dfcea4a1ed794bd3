/**
 * Preloaded into a server (`node --import`): counts the work that it does. A server with COUNT_TO writes the counts as JSON to
 * that file when it gets SIGUSR2.
 */
import './count-crypto.ts';
import './count-files.ts';
import './count-http.ts';
import './count-schemas.ts';
import './count-ports.ts';
