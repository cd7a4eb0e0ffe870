import { root } from '../../scripts/entry.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeFlags } from './start-product.ts'

const flags = nodeFlags.join(' ')

test.each([
  ['package.json', `"serve": "exec node ${flags} scripts/run.mjs`],
  ['package.json', `"cli": "node ${flags} scripts/run.mjs`],
  ['scripts/release/agency-support.mjs', `#!/usr/bin/env -S node ${flags}\n`],
  ['deploy/agency-support.service', `ExecStart=/usr/bin/env node ${flags} bin/agency-support.mjs serve`],
  ['deploy/Containerfile', `ENTRYPOINT ["node", "${nodeFlags.join('", "')}", "bin/agency-support.mjs"]`],
])('%s starts Node with the memory limits that are measured', (file, words) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(words)
})
