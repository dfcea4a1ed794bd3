/**
 * `npm run check-manifests-on-api-server`: applies both overlays to a real API server of Kubernetes, as a dry run. It and
 * etcd are built from Go modules the first time, for minutes, into `~/.cache/countersign/engines`. Installs nothing else;
 * needs Go and openssl.
 */
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

install();
build();
await import(join(root, 'test', 'dist', 'api-server', 'main.js'));
