/** The examples of docs/how-to/button.md as a reader has them: extracted, compiled, and bundled with their frameworks. */
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installOnce, pinnedFile, runCommand, versioned } from '../engines/provision.ts';
import { root } from '../openapi/tools.ts';

const PINNED = ['package.json', 'package-lock.json'].map((name) => join('button-frameworks', name));
const ELEMENT = join(root, 'clients/button/bundle/countersign-button.js');

/** React and Vue, pinned by checksum in the cache of the engines. @returns a folder with `node_modules` */
export function provisionFrameworks(): Promise<string> {
  return installOnce(versioned('button-frameworks', PINNED), async (part) => {
    for (const file of PINNED) await copyFile(pinnedFile(file), join(part, file.slice('button-frameworks/'.length)));
    await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: part });
  });
}

/** The first example in a language. */
export async function exampleIn(language: 'html' | 'jsx' | 'vue'): Promise<string> {
  const text = await readFile(join(root, 'docs/how-to/button.md'), 'utf8');
  return (
    new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? assert.fail(`no example in ${language}`)
  );
}

const src = "new URLSearchParams(location.search).get('src')";
const mains = {
  react: `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Verify } from './verify.jsx';
createRoot(document.getElementById('app')).render(createElement(Verify, { src: ${src} }));`,
  vue: `import { createApp } from 'vue';
import Verify from './verify.js';
createApp(Verify, { src: ${src} }).mount('#app');`,
};

/** @returns the script of a page with the element in `#app` */
export async function bundled(framework: 'react' | 'vue', frameworks: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'button-example-'));
  try {
    await symlink(join(frameworks, 'node_modules'), join(folder, 'node_modules'));
    if (framework === 'react') await writeFile(join(folder, 'verify.jsx'), await exampleIn('jsx'));
    else await writeFile(join(folder, 'verify.js'), compiledVue(await exampleIn('vue'), frameworks));
    await writeFile(join(folder, 'main.js'), mains[framework]);
    const config = {
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { runtime: 'automatic' } },
      resolve: { alias: { '@countersign/button': ELEMENT } },
      build: { outDir: 'built', lib: { entry: 'main.js', formats: ['es'], fileName: 'app' } },
    };
    await writeFile(join(folder, 'vite.config.mjs'), `export default ${JSON.stringify(config)};`);
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    await runCommand(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: folder });
    return await readFile(join(folder, 'built/app.mjs'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface VueCompiler {
  parse(text: string): { readonly descriptor: object };
  compileScript(descriptor: object, options: object): { readonly content: string };
}

/** As the plugin of Vue compiles it, with the setting that the guide names. */
function compiledVue(text: string, frameworks: string): string {
  const { parse, compileScript } = createRequire(join(frameworks, 'package.json'))('vue/compiler-sfc') as VueCompiler;
  const compilerOptions = { isCustomElement: (tag: string) => tag === 'countersign-button' };
  const options = { id: 'verify', inlineTemplate: true, templateOptions: { compilerOptions } };
  return compileScript(parse(text).descriptor, options).content;
}
