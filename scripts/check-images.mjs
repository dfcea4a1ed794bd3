/**
 * `npm run check-images -- --yes`: builds the image and brings docker-compose.yml up with replacements for images from
 * a registry, runs the demo against it, kills containers, takes it down. Needs root on Debian; --yes lets it install
 * buildah, podman, runc, netavark, aardvark-dns, iptables and debootstrap. --clean removes its cache.
 */
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

install();
build();
await import(join(root, 'test', 'dist', 'images', 'main.js'));
