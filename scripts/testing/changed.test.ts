import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { browserTestModules, changedFiles, selectTests } from './changed.ts'
import { root } from '../entry.ts'

/** A small repository: two modules on every layer, joined by the registers. */
const files = new Map(
  Object.entries({
    'contract/src/rules/seats.ts': '',
    'contract/src/modules/seats.ts': '',
    'contract/src/modules/staff.ts': '',
    'contract/src/index.ts': `import './modules/seats.ts'; import './modules/staff.ts'`,
    'server/src/modules/seats/store.ts': '',
    'server/src/modules/seats/store.test.ts': `import './store.ts'`,
    'server/src/modules/seats/seats.calls.test.ts': `import '../../../test/app.ts'`,
    'server/src/modules/staff/store.ts': '',
    'server/src/modules/staff/store.test.ts': `import './store.ts'`,
    'server/src/modules/staff/staff.calls.test.ts': `import '../../../test/app.ts'`,
    'server/src/handlers.ts': `import './modules/seats/store.ts'; import './modules/staff/store.ts'`,
    'server/src/http/cookie.ts': '',
    'server/src/http/sweep.test.ts': `import '../../test/app.ts'; import '@agency-support/contract'`,
    'server/src/http/away.test.ts': `import '../../test/app.ts'; import '@agency-support/contract/modules/seats'`,
    'server/src/server.ts': `import './handlers.ts'; import './http/cookie.ts'`,
    'server/src/main.ts': `import './server.ts'`,
    'server/src/main.test.ts': `const program = join(root, 'server/src/main.ts')`,
    'server/test/app.ts': `import '../src/server.ts'`,
    'web/src/lib/csv.ts': '',
    'web/src/lib/csv.test.ts': `import './csv.ts'`,
    'web/src/modules/seats/report.tsx': `import '@agency-support/contract/rules/seats'; import type { A } from '../staff/list.tsx'`,
    'web/src/modules/seats/report.module.css': '',
    'web/src/modules/staff/list.tsx': '',
    'web/src/app/screens.ts': `import '../modules/seats/report.tsx'; import '../modules/staff/list.tsx'; import '../lib/csv.ts'`,
    'e2e/seats.e2e.ts': `import './support/seats.ts'`,
    'e2e/staff.e2e.ts': '',
    'e2e/shell.e2e.ts': '',
    'e2e/support/seats.ts': '',
    'docs/how-to/add.md': '',
    'scripts/docs/how-to.test.ts': `const page = 'docs/how-to/add.md'`,
    'README.md': '',
  }),
)
const select = (...changed: string[]) => selectTests(files, changed)

test('a store is noticed by its module, by tests that speak to it through the server, and in the browser', () => {
  expect(select('server/src/modules/seats/store.ts')).toEqual({
    unit: [
      'server/src/http/away.test.ts',
      'server/src/http/sweep.test.ts',
      'server/src/modules/seats/seats.calls.test.ts',
      'server/src/modules/seats/store.test.ts',
    ],
    browser: ['e2e/seats.e2e.ts', 'e2e/shell.e2e.ts'],
  })
})

test('what lies below the modules is noticed by all that start a server, programs too', () => {
  expect(select('server/src/http/cookie.ts')).toEqual({
    unit: [
      'server/src/http/away.test.ts',
      'server/src/http/sweep.test.ts',
      'server/src/main.test.ts',
      'server/src/modules/seats/seats.calls.test.ts',
      'server/src/modules/staff/staff.calls.test.ts',
    ],
    browser: 'all',
  })
})

test('the console’s own: a module by its browser tests and those that cross modules, the rest by all', () => {
  const ofSeats = ['e2e/seats.e2e.ts', 'e2e/shell.e2e.ts']
  expect(select('web/src/modules/seats/report.tsx')).toEqual({ unit: [], browser: ofSeats })
  expect(select('web/src/modules/staff/list.tsx').browser).toEqual(['e2e/shell.e2e.ts', 'e2e/staff.e2e.ts'])
  expect(select('contract/src/rules/seats.ts').browser).toEqual(ofSeats)
  expect(select('web/src/modules/seats/report.module.css').browser).toEqual(ofSeats)
  expect(select('web/src/lib/csv.ts')).toEqual({ unit: ['web/src/lib/csv.test.ts'], browser: 'all' })
  expect(select('web/src/app/screens.ts').browser).toBe('all')
})

test('a test runs itself, its support whoever imports it, a page those that read it', () => {
  const alone = ['server/src/modules/seats/store.test.ts']
  expect(select(...alone)).toEqual({ unit: alone, browser: [] })
  expect(select('e2e/support/seats.ts')).toEqual({ unit: [], browser: ['e2e/seats.e2e.ts'] })
  expect(select('docs/how-to/add.md')).toEqual({ unit: ['scripts/docs/how-to.test.ts'], browser: [] })
  expect(select('README.md')).toEqual({ unit: [], browser: [] })
})

test('a deleted file is noticed by those that still name its module', () => {
  expect(select('server/src/modules/seats/gone.ts').unit).toContain(
    'server/src/modules/seats/seats.calls.test.ts',
  )
})

test.each([
  'server/src/db/migrations/0001.sql',
  'package.json',
  'server/package.json',
  'package-lock.json',
  'vitest.config.ts',
  'web/index.html',
])('%s touches everything', (path) => {
  expect(select(path, 'README.md')).toEqual({ unit: 'all', browser: 'all' })
})

test('the table of browser tests names files and modules that exist', () => {
  const missing = Object.entries(browserTestModules).flatMap(([name, modules]) => [
    ...(existsSync(join(root, `e2e/${name}.e2e.ts`)) ? [] : [name]),
    ...modules.filter((module) =>
      ['server', 'web'].every((side) => !existsSync(join(root, side, 'src/modules', module))),
    ),
  ])
  expect(missing).toEqual([])
})

test('changed is what the branch committed, what is not committed, what is new and what is gone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-support-changed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', ...args], { cwd: folder })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const commit = () => {
    git('add', '.')
    git('commit', '-qm', 'x')
  }
  git('init', '-q', '-b', 'main')
  for (const name of ['kept', 'committed', 'edited', 'gone']) write(name, 'old')
  write('.gitignore', 'ignored')
  commit()
  git('checkout', '-qb', 'branch')
  write('committed', 'new')
  commit()
  write('edited', 'new')
  write('added', 'new')
  write('ignored', 'new')
  rmSync(join(folder, 'gone'))
  expect(changedFiles(undefined, folder).paths).toEqual(['added', 'committed', 'edited', 'gone'])
  expect(changedFiles('HEAD', folder).paths).toEqual(['added', 'edited', 'gone'])
})
