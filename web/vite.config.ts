import { allCalls } from '@agency-support/contract'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { codeParts, preloadFirst } from './code-parts.ts'
import { eventTable } from './event-table.ts'
import { stripSchemas } from './strip-schemas.ts'

// The server answers the calls; `vite` alone is only for working on the look of a screen.
const server = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4000'
/** How the paths begin that the server answers: of the calls, and whether it is there. */
const answered = new Set([...allCalls.map(({ at }) => at.path.split('/')[1]), 'health'])

/** Tells style sheets apart that have the same class; of its path only, so that scripts keep when a style changes. */
const toSheetId = (file: string): string =>
  createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 4)

export default defineConfig({
  // Makes hidden characters in texts visible, and buttons focusable in Safari: web/src/jsx.
  plugins: [react({ jsxImportSource: '#jsx' }), stripSchemas(), eventTable(), preloadFirst()],
  resolve: { alias: { zod: fileURLToPath(new URL('no-schemas.ts', import.meta.url)) } },
  css: { modules: { generateScopedName: (name, file) => `${name}_${toSheetId(file)}` } },
  build: {
    target: 'es2022',
    cssTarget: ['chrome111', 'safari17'],
    // One file of 17 kB: each screen had up to four of its own, for which its code waited.
    cssCodeSplit: false,
    // Fonts and icons stay files: data: URLs would add to the initial download of every screen.
    assetsInlineLimit: 0,
    modulePreload: {
      // All browsers that run this build support modulepreload.
      polyfill: false,
      // The page itself loads these, so that no list of a screen's chunks needs to name them.
      resolveDependencies: (_, chunks) =>
        chunks.filter((chunk) => !/\/(rolldown-runtime|early|start|frame)-[^/]*$/.test(chunk)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: codeParts,
        // Chromium compiles such a file while it loads, in another thread, instead of each function at its first call.
        postBanner: '//# allFunctionsCalledOnLoad',
        // The names of all chunks come with the start; seven characters of a hash tell them apart just as well.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: {
    // With the slash: the screens /seatManagement and /staff-accounts begin like paths of calls.
    proxy: Object.fromEntries(
      [...answered].map((first) => [`/${first}/`, { target: server, changeOrigin: false }]),
    ),
  },
})
