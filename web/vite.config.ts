import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

// The server answers the calls; `vite` alone is only for work on the looks of a screen.
const server = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4000'
const callPaths = ['/api', '/auth', '/application', '/seat', '/staff', '/agency/profile']

/** Takes out of the contract what only its own page says: the console knows it by types and never reads it. */
const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  transform(code, id) {
    if (!/[/\\]contract[/\\]src[/\\]/.test(id)) return null
    return { code: code.replace(description, ''), map: null }
  },
}
const description = /\s*\.describe\(\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?\s*\)/g

export default defineConfig({
  plugins: [withoutDescriptions, react()],
  resolve: { alias: { zod: fileURLToPath(new URL('no-schemas.ts', import.meta.url)) } },
  build: {
    target: 'es2022',
    cssTarget: 'chrome111',
    // Fonts and icons stay files: a data: URL would count against the first bytes of every screen.
    assetsInlineLimit: 0,
    // Every browser that runs this build knows modulepreload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(callPaths.map((path) => [path, { target: server, changeOrigin: false }])),
  },
})
