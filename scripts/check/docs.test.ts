import { describe, expect, test } from 'vitest'
import { findDocProblems, findReadingProblems, findSectionProblems, listWords } from './docs.ts'

const repository = {
  paths: [
    'README.md',
    'docs/how-to/add-a-call.md',
    'docs/house.png',
    'server/src/db/open.ts',
    'web/src/app/main.tsx',
  ],
  npmScripts: ['start', 'check', 'cli', 'db:types'],
  cliWords: new Set(['agencies', 'import', 'migrate']),
}

function findProblems(markdown: string, page = 'README.md'): string[] {
  return findDocProblems(new Map([[page, markdown]]), repository)
}

describe('links', () => {
  test.each([
    '[a](docs/how-to/add-a-call.md)',
    '![a](./docs/house.png "A picture")',
    '<img src="docs/house.png" width="600">',
    '[a](docs/how-to/add-a-call.md#top)',
    '[b](https://example.org/x.md#top) [c](mailto:a@example.org)',
    '## The `a`, and b\n\n## Twice\n\n### Twice\n\n[a](#the-a-and-b) [b](#twice-1) [c](README.md#twice)',
    '[folder](docs/how-to/)',
    '[ref]: docs/how-to',
  ])('%s is fine', (markdown) => {
    expect(findProblems(markdown)).toEqual([])
  })

  test('start from the folder of their page', () => {
    expect(findProblems('[a](../../README.md)', 'docs/how-to/add-a-call.md')).toEqual([])
    expect(findProblems('[a](../README.md)', 'docs/how-to/add-a-call.md')).toEqual([
      'docs/how-to/add-a-call.md links to ../README.md, which does not exist; fix the link',
    ])
  })

  test.each(['[a](gone.md)', '![a](docs/gone.png)', '<img src="docs/gone.png">', '[ref]: docs/gone'])(
    '%s is not',
    (markdown) => {
      expect(findProblems(markdown)).toEqual([expect.stringContaining('which does not exist')])
    },
  )
})

test('links to headings that a page does not have are named; lines of code are no headings', () => {
  const pages = new Map([
    ['README.md', '# Top\n\n[a](#gone) [b](docs/how-to/add-a-call.md#the-call)'],
    ['docs/how-to/add-a-call.md', '# The entry\n\n```sh\n# The call\n```\n'],
  ])
  expect(findDocProblems(pages, repository)).toEqual([
    'README.md links to #gone, a heading that README.md does not have; fix the link',
    'README.md links to docs/how-to/add-a-call.md#the-call, a heading that docs/how-to/add-a-call.md does not have; fix the link',
  ])
})

test('a section that a source names must be there', () => {
  const pages = new Map([['docs/operations.md', '## Keys\n']])
  const problemsIn = (source: string) => findSectionProblems(new Map([['server/src/a.ts', source]]), pages)
  expect(problemsIn(`'(docs/operations.md, "Keys")'`)).toEqual([])
  expect(problemsIn('`docs/operations.md, “${section}”`')).toEqual([])
  expect(problemsIn(`'docs/operations.md, "Locks"'`)).toEqual([
    'server/src/a.ts names the section "Locks", which docs/operations.md does not have',
  ])
})

describe('paths in backticks', () => {
  test.each([
    '`server/src/db/open.ts`',
    '`server/src/db/`',
    '`db/open.ts`',
    '`main.tsx`, `store.ts` and `README.md`',
    "`import { a } from '../gone.ts'`",
    '`server/src/modules/<module>/store.ts`',
    '`docs/decisions/NNN-name.md`',
    '`web/src/**/*.tsx`',
    '`node_modules/.bin/tsc`, `.data/where`, `web/dist`',
    '`POST /api/openapi.json` and `application/json` and `@agency-support/contract/call`',
    'server/src/gone.ts is plain prose',
    '```ts\n// server/src/modules/greetings/greet.ts\n```',
  ])('%s is fine', (markdown) => {
    expect(findProblems(markdown)).toEqual([])
  })

  test.each([
    '`server/src/gone.ts`',
    '`docs/gone`',
    '`packages/old/index.ts`',
    '`gone.md`',
    '`open server/gone.ts`',
  ])('%s does not exist', (markdown) => {
    expect(findProblems(markdown)).toEqual([expect.stringMatching(/names \S*gone\S*|names packages/)])
  })

  test('a line number is refused', () => {
    expect(findProblems('`server/src/db/open.ts:12`')).toEqual([
      'README.md names a line, server/src/db/open.ts:12; name the file only, lines move',
    ])
  })
})

describe('commands', () => {
  test.each([
    'Run `npm start`.',
    '```sh\nnpm run check\nnpm run db:types\n```',
    '`npm run cli -- agencies import FILE.csv --dry-run`',
    '`npm run cli -- migrate`',
    '`npm run <name>` and `npm run cli -- --help`',
  ])('%s is fine', (markdown) => {
    expect(findProblems(markdown)).toEqual([])
  })

  test('npm scripts must exist, in code blocks too', () => {
    expect(findProblems('```sh\nnpm run lint\nnpm test\n```')).toEqual([
      'README.md names the npm script lint, which package.json does not have',
      'README.md names the npm script test, which package.json does not have',
    ])
  })

  test('verbs of the command line must exist', () => {
    expect(findProblems('`npm run cli -- agencies export FILE.csv`')).toEqual([
      'README.md names the command `agencies export`, which server/src/cli does not have',
    ])
  })

  test('the command line tells its words by literals and property names', () => {
    const source = "const verbs = { migrate: run, 'agencies import': other }\nif (word === 'staff') run()"
    expect(listWords(new Map([['cli.ts', source]]))).toEqual(
      new Set(['migrate', 'agencies', 'import', 'staff']),
    )
  })
})

describe('ids of readings', () => {
  const readings = '| Id | Reading |\n|---|---|\n| A-26 | Addresses. |\n| ux §2.5 | A status. |\n'
  const problemsIn = (source: string) => findReadingProblems(new Map([['web/src/a.ts', source]]), readings)

  test.each(['// by A-26', '// as ux §2.5 says', '// spec-001 §9', "'2026-11-21'", '[AG-USERS-26]', 'AA-26'])(
    '%s is fine',
    (source) => expect(problemsIn(source)).toEqual([]),
  )

  test.each([
    [
      '// by A-27',
      'web/src/a.ts names A-27, which docs/decisions/readings.md does not define; add the reading or drop the id',
    ],
    [
      '// ux §2.12',
      'web/src/a.ts names ux §2.12, which docs/decisions/readings.md does not define; add the reading or drop the id',
    ],
    ['// (001 §9)', 'web/src/a.ts names 001 §9; write spec-001 §9'],
  ])('%s is not', (source, problem) => expect(problemsIn(source)).toEqual([problem]))
})
