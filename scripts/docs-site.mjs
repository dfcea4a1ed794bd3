/**
 * `npm run docs:site -- <folder>`: writes the documents as a static site for any web host, with the API description as
 * a page. Without a folder it writes to `docs-site/static`. The project must be compiled; the command compiles it if
 * needed.
 */
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);
install();
build();

const { docsDocument } = await import('../services/gateway/dist/src/documents/docs-page.js');
const { FILES } = await import('../services/gateway/dist/src/documents/docs-script.js');
const { openApiDocument } = await import('../services/gateway/dist/src/documents/openapi.js');

const MARK = 'assets/site.css';
const SERVER = 'https://your-server.example';

const given = process.argv[2];
const folder = given === undefined ? join(root, 'docs-site', 'static') : resolve(given);
// Only a folder that this command wrote is replaced.
if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, MARK))) {
  process.stderr.write(`${folder} has other files. Name an empty folder.\n`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
cpSync(join(root, 'docs-site', 'site'), folder, { recursive: true });

// Calls can only be tried on a server. The page's script and style are files like the others.
const { text } = docsDocument({ publicUrl: SERVER, console: undefined });
const html = String(text);
const [, style] = /<style>([\s\S]*?)<\/style>/.exec(html);
const page = html
  .replace(/<style>[\s\S]*?<\/style>/, '<link rel="stylesheet" href="./assets/api.css" />')
  .replace(/src="[^"]*\/docs\/assets\/docs-page.js"/, 'src="./assets/docs-page.js"')
  .replace('href="/docs"', 'href="./index.html"')
  .replace('href="/openapi.json"', 'href="./openapi.json"');
for (const name of FILES) {
  cpSync(join(root, 'services/gateway/dist/src/browser', name), join(folder, 'assets', name));
}
writeFileSync(join(folder, 'assets', 'api.css'), style);
writeFileSync(join(folder, 'api.html'), page);
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openApiDocument(SERVER)));
process.stdout.write(`${folder}\n`);
