#!/usr/bin/env -S node --max-semi-space-size=8 --max-old-space-size=1024
// The entry of a release: `agency-support.mjs serve`, `--version`, or a CLI command. Plain JavaScript for any Node,
// so that an old one gets a readable error.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const home = new URL('..', import.meta.url)
const [major, minor] = process.versions.node.split('.').map(Number)

async function main([verb, ...rest]) {
  const { version, build } = JSON.parse(readFileSync(new URL('release.json', home), 'utf8'))
  if (verb === '--version') {
    process.stdout.write(`Agency Support ${version}, build ${build}\n`)
    return
  }
  process.env.NODE_ENV ??= 'production'
  process.env.BUILD ??= build
  const isServer = verb === 'serve' && rest.length === 0
  const script = new URL(isServer ? 'server/src/main.ts' : 'server/src/cli/main.ts', home)
  process.argv.splice(1, isServer ? 2 : 1, fileURLToPath(script))
  await import(script.href)
}

// From these versions Node runs TypeScript without a flag and without a warning.
if (major > 24 || (major === 24 && minor >= 12)) await main(process.argv.slice(2))
else {
  process.stderr.write(`Node 24.12 or newer is needed; this is ${process.versions.node}.\n`)
  process.exitCode = 1
}
