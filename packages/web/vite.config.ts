import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const service = process.env['POLYPARSE_URL'] ?? 'http://127.0.0.1:3000'

/** `npm run dev -w packages/web` serves the app as it is written, with the API of the service that runs. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  publicDir: false,
  logLevel: 'warn',
  resolve: { alias: { '#examples': fileURLToPath(new URL('../../examples', import.meta.url)) } },
  build: {
    target: 'es2024',
    // What is inlined as a data URL would need a hole in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // pdf.js is one piece, and loaded only where a page is shown.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // Making a schema changes nothing, so the schemas that a view does not use can go.
      treeshake: { manualPureFunctions: ['Type', 'nullable'] },
      // Packages say "use client", which means nothing where all is client.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
    },
  },
  server: { proxy: { '/api': service } },
})
