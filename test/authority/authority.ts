/** The command `npm run authority`: writes the certificates of the authorities into a folder, and serves until it is interrupted. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openScriptedAuthority } from './scripted-authority.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: '4010' } },
});
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write(
    'Name the folder for the certificates of the authorities: npm run authority -- data/authority\n',
  );
  process.exit(2);
}
const { url, files, token } = await openScriptedAuthority({ port: Number(values.port), clock: Date.now });
mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
process.stdout.write(
  [
    `access certificates   ${url}/certificates/access, ACME: ${url}/acme/directory`,
    `PID certificates      ${url}/certificates/pid`,
    `registrar             ${url}/registrar, token ${token}`,
    `lists                 ${url}/lists/pid-providers.jwt, ${url}/lists/national.xml`,
    `their certificates    ${folder}`,
    'Ctrl-C ends it',
    '',
  ].join('\n'),
);
