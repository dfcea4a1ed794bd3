/** The layer of the image: what the Dockerfile puts into /app, and /data for the one process. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { tarOf } from './tar.mjs';

/** User and group of the container, as USER of the Dockerfile. */
const OWNER = 10001;

/** @returns the tar archive, and the packages in it as package-lock.json names them */
export function layerOf(folder, time) {
  const names = namesIn(folder);
  const entries = names.map((name) => entryOf(folder, name));
  const packages = names
    .map((name) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name)?.[1])
    .filter((path) => path !== undefined && /node_modules\/(?!@countersign\/)(?:@[^/]+\/)?[^/]+$/.test(path));
  const folders = [
    { path: 'app/', mode: 0o755 },
    { path: 'data/', mode: 0o700, owner: OWNER },
  ];
  return { layer: tarOf([...folders, ...entries], time), packages };
}

/** Every file, folder and link below, by its path; what is behind a link is in its own place. */
function namesIn(folder, before = '') {
  return readdirSync(join(folder, before), { withFileTypes: true }).flatMap((entry) => {
    const name = `${before}${entry.name}`;
    return entry.isDirectory() ? [name, ...namesIn(folder, `${name}/`)] : [name];
  });
}

function entryOf(folder, name) {
  const file = join(folder, name);
  const stat = lstatSync(file);
  const path = `app/${name}`;
  if (stat.isSymbolicLink()) return { path, link: readlinkSync(file), mode: 0o777 };
  if (stat.isDirectory()) return { path: `${path}/`, mode: 0o755 };
  return { path, content: readFileSync(file), mode: stat.mode & 0o100 ? 0o755 : 0o644 };
}
