import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/entry.ts'
import { copySources, follow, newFile, stepsOfPage } from '../scripts/docs/how-to.ts'
import { tool } from '../scripts/part-runner.ts'
import { expect, test } from './support/fixture.ts'

test('a screen added by the how-to pages becomes a chunk, and its browser test passes', async () => {
  // Includes a build and a server start on a possibly busy machine.
  test.setTimeout(300_000)
  const screenSteps = stepsOfPage('docs/how-to/add-a-screen.md')
  const copy = copySources()
  const says = (script: string, ...args: string[]) => tool(script, copy.folder, script, ...args).run()
  try {
    follow(copy, [...stepsOfPage('docs/how-to/add-a-call.md'), ...screenSteps])
    expect(await says(join(copy.folder, 'scripts/build-console.ts'))).toBe('')
    expect(globSync('web/dist/assets/counts-page-*.js', { cwd: copy.folder })).toHaveLength(1)
    const runner = join(root, 'node_modules/@playwright/test/cli.js')
    expect(await says(runner, 'test', newFile(screenSteps, '.e2e.ts'))).toBe('')
  } finally {
    copy.remove()
  }
})
