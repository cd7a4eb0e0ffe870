import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './entry.ts'

const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
const paths = process.argv.slice(2)
const { status } = spawnSync(process.execPath, [biome, 'format', '--write', ...paths], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
