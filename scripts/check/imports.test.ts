import { describe, expect, test } from 'vitest'
import { findImportProblems } from './imports.ts'

const manifests = {
  'package.json': '{"devDependencies":{"vitest":"1.0.0"}}',
  'contract/package.json': '{"dependencies":{"zod":"1.0.0"}}',
  'server/package.json':
    '{"dependencies":{"@agency-support/contract":"1","kysely":"1","fastify":"1","zod":"1"},"devDependencies":{"@types/x":"1","fixtures":"1"}}',
  'web/package.json': '{"dependencies":{"@agency-support/contract":"1","react":"1"}}',
  'sandbox/package.json':
    '{"dependencies":{"@agency-support/contract":"1","@agency-support/server":"1","fastify":"1"}}',
}

function findProblems(files: Record<string, string>): string[] {
  return findImportProblems(new Map(Object.entries({ ...manifests, ...files })))
}

function importing(path: string, specifier: string, what = '{ x }'): string[] {
  return findProblems({ [path]: `import ${what} from '${specifier}'\nexport const y = x` })
}

test('a tree that keeps the rules has no problem', () => {
  expect(
    findProblems({
      'contract/src/index.ts': "export { seats } from './modules/seats.ts'",
      'contract/src/modules/seats.ts': "import { z } from 'zod'\nexport const seats = z",
      'server/src/db/open.ts': "import { Kysely } from 'kysely'\nexport const open = Kysely",
      'server/src/modules/seats/store.ts':
        "import { seats } from '@agency-support/contract'\nimport { open } from '../../db/open.ts'\nexport const rows = [seats, open]",
      'server/src/modules/seats/release.ts':
        "import { seats } from '@agency-support/contract'\nimport { rows } from './store.ts'\nexport const release = [seats, rows]",
      'server/src/modules/seats/release.test.ts':
        "import { test } from 'vitest'\nimport { release } from './release.ts'\nimport { server } from '../../../test/server.ts'\ntest('x', () => [release, server])",
      'server/src/modules/seats/index.ts': "export { release } from './release.ts'",
      'server/test/server.ts': 'export const server = 1',
      'server/src/handlers.ts':
        "import { release } from './modules/seats/index.ts'\nexport const handlers = { release }",
      'web/src/modules/seats/paths.ts': "export const seatPaths = '/seats'",
      'web/src/modules/agencies/list.tsx':
        "import { seatPaths } from '../seats/paths.ts'\nexport const list = <a href={seatPaths} />",
      'sandbox/src/start.ts':
        "import { handlers } from '@agency-support/server/handlers'\nexport const start = handlers",
    }),
  ).toEqual([])
})

test('SQL belongs in the stores of a module; its tests may prepare and look', () => {
  expect(importing('server/src/modules/a/attempts.ts', 'kysely')).toEqual([
    expect.stringContaining('SQL belongs in its store.ts'),
  ])
  for (const path of ['store.ts', 'attempts-store.ts', 'x.test.ts'])
    expect(importing(`server/src/modules/a/${path}`, 'kysely')).toEqual([])
})

describe('the inside of another module stays closed', () => {
  test('in the console only paths.ts and help.ts may be taken', () => {
    expect(importing('web/src/modules/a/x.tsx', '../b/list.tsx')).toEqual([
      "web/src/modules/a/x.tsx imports the inside of module b (web/src/modules/b/list.tsx); a module may import only another module's paths.ts and help.ts",
    ])
  })

  test('on the server only public.ts may be taken', () => {
    expect(importing('server/src/modules/a/x.ts', '../b/store.ts')).toEqual([
      expect.stringContaining('imports the inside of module b (server/src/modules/b/store.ts)'),
    ])
    expect(importing('server/src/modules/a/x.ts', '../b/public.ts')).toEqual([])
  })

  test('not even by a type, a re-export or a dynamic import', () => {
    const target = '../b/list.tsx'
    expect(importing('web/src/modules/a/x.tsx', target, 'type { x }')).toHaveLength(1)
    expect(
      findProblems({ 'server/src/modules/a/index.ts': `export { x } from '../b/store.ts'` }),
    ).toHaveLength(1)
    expect(
      findProblems({ 'web/src/modules/a/x.tsx': `export const x = () => import('${target}')` }),
    ).toHaveLength(1)
  })

  test('nor by a test of another module', () => {
    expect(importing('server/src/modules/a/x.test.ts', '../b/store.ts')).toHaveLength(1)
  })
})

test.each([
  ['contract/src/a.ts', '@agency-support/server/settings/config', 'only zod and itself'],
  ['contract/src/a.ts', 'node:fs', 'only zod and itself'],
  ['server/src/db/a.ts', '@agency-support/contract', 'neither the contract nor anything above'],
  ['server/src/db/a.ts', '../journal/append.ts', 'neither the contract nor anything above'],
  ['server/src/journal/a.ts', '../http/app.ts', 'below http/'],
  ['server/src/http/a.ts', '../modules/seats/release.ts', 'must not know a module'],
  ['server/src/providers/a.ts', '../db/open.ts', 'a provider knows its own wire'],
  ['server/src/settings/config.ts', '../http/app.ts', 'lie at the bottom of the server'],
  ['server/src/lib/clock.ts', '../http/app.ts', 'lie at the bottom of the server'],
  ['server/src/lib/clock.ts', '../providers/a.ts', 'at the bottom of the server'],
  ['server/src/modules/a/store.ts', '../../calls/context.ts', 'may import db/'],
  ['server/src/modules/a/store.ts', './view.ts', 'may import db/'],
  ['server/src/modules/a/store.ts', 'zod', 'may import db/'],
  ['server/src/modules/a/release.ts', '../../db/open.ts', 'SQL belongs in its store.ts'],
  ['server/src/modules/a/index.ts', '../b/public.ts', 'only joins the files of its own module'],
  ['server/src/cli/staff.ts', '../modules/staff/store.ts', 'the public.ts of a module'],
  ['server/src/main.ts', './modules/staff/store.ts', 'index.ts or public.ts'],
  ['web/src/ui/a.tsx', '../lib/api.ts', 'ui/ knows nothing of this product'],
  ['web/src/components/a.tsx', '../modules/seats/paths.ts', 'components/ must not know modules or app'],
  ['web/src/components/a.tsx', '@base-ui/react/menu', 'takes its primitives from ui/'],
  ['web/src/lib/a.ts', '../components/table.tsx', 'bottom of the console'],
  ['web/src/modules/a/x.tsx', '../../app/router.tsx', "another module's paths.ts"],
  ['web/src/modules/a/x.tsx', 'node:fs', "another module's paths.ts"],
  ['web/src/modules/a/paths.ts', './list.tsx', 'must not pull its own module in'],
  ['web/src/app/a.tsx', '@agency-support/sandbox/start', 'nothing outside web/'],
  ['sandbox/src/providers/formstack/a.ts', '@agency-support/contract', "the provider's own wire"],
  ['sandbox/src/start.ts', '@agency-support/server/modules/staff/store', 'never the inside of a module'],
  ['bench/src/main.ts', '@agency-support/server/modules/staff/store', 'from outside'],
  ['e2e/a.e2e.ts', '@agency-support/server/http/app', 'what a person sees'],
  ['scripts/a.ts', '@agency-support/server/http/app', 'scripts may use'],
  ['server/src/auth/passwords/a.ts', '../../db/open.ts', 'only computes'],
  ['server/src/auth/a.ts', '../calls/context.ts', 'it knows no call'],
  ['server/src/calls/a.ts', '../http/app.ts', 'carries out a call'],
  ['server/src/openapi/a.ts', '../db/open.ts', 'describes the contract'],
  ['web/src/agency/a.ts', '../components/link.tsx', 'stands on lib/'],
  ['web/src/theme/a.ts', '../lib/format.ts', 'colours and sizes'],
  ['e2e/support/a.ts', '@agency-support/server/http/app', 'through its entry'],
  ['sandbox/test/a.ts', '@agency-support/server/http/app', 'test helpers of the sandbox'],
  ['server/test/a.ts', '../src/modules/a/store.ts', 'through the server entry'],
  ['web/test/a.ts', '../src/modules/a/list.tsx', 'never a module'],
  ['web/vite.config.ts', './src/lib/a.ts', 'imports nothing of ours'],
  ['vitest.config.ts', '@agency-support/contract', 'a configuration at the root'],
  ['server/src/jobs/a.ts', '../http/app.ts', 'stands on db/, journal/'],
  ['server/src/modules/a/service.ts', '../b/index.ts', "another module's public.ts"],
])('%s must not import %s', (path, specifier, advice) => {
  expect(importing(path, specifier)).toEqual([expect.stringContaining(advice)])
})

test('a module may take types from db/, and nothing else', () => {
  expect(importing('server/src/modules/a/service.ts', '../../db/types.ts', 'type { x }')).toEqual([])
  expect(importing('server/src/modules/a/release.ts', '../../db/types.ts', 'type { x }')).toEqual([])
})

test('a new folder has to be given a zone', () => {
  expect(findProblems({ 'server/src/magic/a.ts': 'export const a = 1' })).toEqual([
    'server/src/magic/a.ts lies in no zone; move it into one, or add a zone in scripts/check/import-rules.ts',
  ])
})

describe('import cycles', () => {
  test('are named with their way round', () => {
    expect(
      findProblems({
        'web/src/lib/a.ts': "import { b } from './b.ts'\nexport const a = b",
        'web/src/lib/b.ts': "import { c } from './c.ts'\nexport const b = c",
        'web/src/lib/c.ts': "import { a } from './a.ts'\nexport const c = a",
      }),
    ).toEqual([
      'import cycle: web/src/lib/a.ts → web/src/lib/b.ts → web/src/lib/c.ts → web/src/lib/a.ts; move what they share into a file of its own',
    ])
  })

  test('of types count as well, and each knot is reported once', () => {
    expect(
      findProblems({
        'web/src/lib/a.ts': "import type { B } from './b.ts'\nexport type A = B",
        'web/src/lib/b.ts': "import type { A } from './a.ts'\nexport type B = A",
        'web/src/lib/self.ts': "import { self } from './self.ts'\nexport const other = self",
        'web/src/lib/user.ts': "import type { A } from './a.ts'\nexport type User = A",
      }),
    ).toEqual([
      expect.stringContaining('import cycle: web/src/lib/a.ts → web/src/lib/b.ts → web/src/lib/a.ts'),
      expect.stringContaining('import cycle: web/src/lib/self.ts → web/src/lib/self.ts'),
    ])
  })
})

describe('the public API of a module', () => {
  const file = 'server/src/modules/a/public.ts'
  const moreThan = `${file} does more than re-export; declare it in service.ts`

  test('re-exports what its module declares, and nothing else', () => {
    expect(
      findProblems({ [file]: "export { x } from './service.ts'\nexport type { Y } from './store.ts'" }),
    ).toEqual([])
    expect(findProblems({ [file]: "export { x } from '../b/public.ts'" })).toEqual([
      expect.stringContaining('only re-exports what files of its own module declare'),
    ])
    for (const source of [
      'export const x = 1',
      "import { y } from './service.ts'\nexport const x = y",
      "import { y } from './service.ts'\nexport { y as x }",
    ])
      expect(findProblems({ [file]: source })).toEqual([moreThan])
  })

  test('is for others: its own module imports the file that declares it, in tests too', () => {
    for (const path of ['x.ts', 'x.test.ts'])
      expect(importing(`server/src/modules/a/${path}`, './public.ts')).toEqual([
        `server/src/modules/a/${path} imports its own module's public API; import the file that declares it, such as service.ts`,
      ])
  })

  const uses = (from: string, to: string) => ({
    [`server/src/modules/${from}/x.ts`]: `import { ${to} } from '../${to}/public.ts'\nexport const y = ${to}`,
  })
  const offers = (name: string) => ({
    [`server/src/modules/${name}/public.ts`]: `export { ${name} } from './service.ts'`,
    [`server/src/modules/${name}/service.ts`]: `export const ${name} = 1`,
  })

  test('makes no circle of modules, although no file imports itself', () => {
    const modules = { ...offers('a'), ...offers('b'), ...offers('c') }
    expect(findProblems({ ...modules, ...uses('a', 'b'), ...uses('b', 'c') })).toEqual([])
    expect(findProblems({ ...modules, ...uses('a', 'b'), ...uses('b', 'c'), ...uses('c', 'a') })).toEqual([
      'modules import each other: a → b → c → a; hand in what one needs where handlers.ts joins them, or move what they share',
    ])
  })

  test('may be used by tests in any direction', () => {
    const back = {
      'server/src/modules/b/x.test.ts': "import { a } from '../a/public.ts'\nexport const y = a",
    }
    expect(findProblems({ ...offers('a'), ...offers('b'), ...uses('a', 'b'), ...back })).toEqual([])
  })
})

describe('barrels', () => {
  const message = 'web/src/components/all.ts re-exports; let others import from the file that declares it'

  test('are refused outside the contract and the modules', () => {
    expect(findProblems({ 'web/src/components/all.ts': "export * from './table.tsx'" })).toEqual([message])
    expect(findProblems({ 'web/src/components/all.ts': "export type { T } from './table.tsx'" })).toEqual([
      message,
    ])
  })

  test('do not mean what a package declares', () => {
    expect(findProblems({ 'web/src/components/all.ts': "export { useState } from 'react'" })).toEqual([])
  })

  test('are seen through an import that is exported again', () => {
    expect(
      findProblems({ 'web/src/components/all.ts': "import { table } from './table.tsx'\nexport { table }" }),
    ).toEqual([message])
  })
})

describe('packages', () => {
  test('must be declared where they are used', () => {
    expect(importing('server/src/http/a.ts', 'left-pad')).toEqual([
      'server/src/http/a.ts imports left-pad, which server/package.json does not declare under dependencies; declare the exact version there',
    ])
    expect(importing('web/src/components/a.ts', 'zod/v4')).toEqual([
      expect.stringContaining('imports zod, which web/package.json does not declare'),
    ])
  })

  test('that are for development only do not reach the product', () => {
    expect(importing('server/src/http/a.ts', 'fixtures')).toHaveLength(1)
    expect(importing('server/src/http/a.test.ts', 'fixtures')).toEqual([])
    expect(importing('server/src/http/a.ts', '@types/x', 'type { x }')).toEqual([])
  })

  test('of our own must be declared as well', () => {
    expect(importing('server/src/http/a.test.ts', '@agency-support/sandbox/start')).toEqual([
      'server/src/http/a.test.ts imports @agency-support/sandbox, which server/package.json does not declare; declare the exact version there',
    ])
  })
})

describe('spelling', () => {
  test('another package is imported by its name', () => {
    expect(importing('server/src/http/a.ts', '../../../contract/src/index.ts')).toEqual([
      'server/src/http/a.ts reaches into contract/src/index.ts by a relative path; import it as @agency-support/contract/…',
    ])
  })

  test('the own package is imported by a relative path', () => {
    expect(importing('server/src/http/a.ts', '@agency-support/server/http/app')).toEqual([
      'server/src/http/a.ts imports its own package as @agency-support/server/http/app; use a relative path',
    ])
  })
})

test('a file that does not parse is named', () => {
  expect(() => findProblems({ 'web/src/lib/a.ts': 'export const = 1' })).toThrow(
    'web/src/lib/a.ts does not parse',
  )
})
