/** `node docs-site/dist/src/make-site.js`: reads `docs/` and writes the site to `docs-site/site`. `npm run build` runs it. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { siteOf } from './site.ts';

const PACKAGE = resolve(import.meta.dirname, '..', '..');
const DOCS = resolve(PACKAGE, '..', 'docs');
const SITE = join(PACKAGE, 'site');

function documents(): ReadonlyMap<string, Uint8Array> {
  const paths = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).map((name) => join(DOCS, name));
  const files = paths.filter((path) => statSync(path).isFile()).sort();
  return new Map(files.map((path) => [relative(DOCS, path).split(sep).join('/'), readFileSync(path)]));
}

rmSync(SITE, { recursive: true, force: true });
for (const [name, content] of siteOf(documents())) {
  const path = join(SITE, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
cpSync(join(PACKAGE, 'assets'), join(SITE, 'assets'), { recursive: true });
for (const name of ['site.js', 'find.js'])
  cpSync(join(PACKAGE, 'dist', 'src', 'browser', name), join(SITE, 'assets', name));
