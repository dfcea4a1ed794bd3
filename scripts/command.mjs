/** Runs a command of the operator from a checkout; in the image deploy/image/run.mjs does. */
import { join } from 'node:path';
import { build, install, root } from './setup.mjs';

/**
 * @param file the compiled module, from the root folder
 * @param name of the function in it
 */
export async function runCommand(file, name) {
  install();
  build();
  const { runAsProcess } = await import(join(root, 'operator/dist/src/command.js'));
  const { [name]: run } = await import(join(root, file));
  await runAsProcess(run, process.argv.slice(2));
}
