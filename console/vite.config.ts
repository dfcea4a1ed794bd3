/** The bundle of the console: hashed files below `/console`, which the gateway serves. */
import { defineConfig, type UserConfig } from 'vite';

const config: UserConfig = defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'site',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // A picture as a data: address would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default config;
