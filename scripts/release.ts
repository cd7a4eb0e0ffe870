import { execFileSync, spawnSync } from 'node:child_process'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root, runMain } from './entry.ts'
import { makeRelease, readBuild, readVersion } from './release/make-release.ts'

const usage = 'Usage: npm run release [-- FOLDER] [--previous RELEASE] [--no-archive]'

function release(): void {
  const { values, positionals } = parseArgs({
    options: { previous: { type: 'string' }, 'no-archive': { type: 'boolean' } },
    allowPositionals: true,
  })
  if (positionals.length > 1) throw new Error(usage)
  const name = `agency-support-${readVersion()}-${readBuild()}-${process.platform}-${process.arch}`
  const target = resolve(positionals[0] ?? join(root, 'dist', name))
  const previous = values.previous === undefined ? undefined : resolve(values.previous)
  const built = spawnSync(process.execPath, [join(root, 'scripts/build-console.ts')], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The console cannot be built.')
  const { build } = makeRelease({ target, previous })
  process.stdout.write(`Release ${build}: ${target}\n`)
  if (values['no-archive'] === true) return
  const archive = `${target}.tar.gz`
  execFileSync('tar', ['-czf', archive, '-C', dirname(target), basename(target)])
  process.stdout.write(`Packed: ${archive}\n`)
}

await runMain(release)
