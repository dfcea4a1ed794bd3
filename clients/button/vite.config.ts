/** The element as one file without imports, as the gateway serves it and the package ships it. */
import { defineConfig, type UserConfig } from 'vite';

const config: UserConfig = defineConfig({
  build: {
    outDir: 'bundle',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    minify: true,
    lib: { entry: 'src/countersign-button.ts', formats: ['es'], fileName: () => 'countersign-button.js' },
  },
});

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default config;
