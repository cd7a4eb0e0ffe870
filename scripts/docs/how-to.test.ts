import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { findImportProblems, findOwnImportProblems } from '../check/imports.ts'
import { root } from '../entry.ts'
import {
  type Copy,
  copySources,
  edited,
  follow,
  newFile,
  readSteps,
  type Step,
  stepsOfPage,
} from './how-to.ts'
import { tool } from '../part-runner.ts'

/** Runs compilers one after another, on a possibly busy machine. */
const slow = { timeout: 180_000 }

const callSteps = stepsOfPage('docs/how-to/add-a-call.md')
const screenSteps = stepsOfPage('docs/how-to/add-a-screen.md')
const bothSteps = [...callSteps, ...screenSteps]

let copy: Copy
beforeAll(() => {
  copy = copySources()
  return () => copy.remove()
})

function without(steps: readonly Step[], left: Step | undefined): Step[] {
  return steps.filter((step) => step !== left)
}

// Output of a tool on the copy; empty if it found no problem.
function says(script: string, ...args: readonly string[]): Promise<string> {
  return tool(script, copy.folder, script, ...args).run()
}
const inModules = (path: string): string => join(root, 'node_modules', path)

// Alone, one checker takes two thirds of the processor time of several: each looks at the contract's types anew. After
// its first run for a project it checks only what other steps reach.
function types(project: string): Promise<string> {
  const memory = join(copy.folder, `${project.replaceAll('/', '-')}.tsbuildinfo`)
  const options = ['--singleThreaded', '--incremental', '--tsBuildInfoFile', memory]
  return says(inModules('typescript/bin/tsc'), '-p', project, ...options)
}
const nodeTypes = (): Promise<string> => types('tsconfig.json')
const consoleTypes = (): Promise<string> => types('web/tsconfig.json')

/** Checks the types of contract and server, of the tests only those that the page adds: a third of the time of all. */
function serverTypes(): Promise<string> {
  const project = 'tsconfig.server.json'
  const tests = [...copy.touched].filter((file) => file.endsWith('.test.ts'))
  const settings = {
    extends: './tsconfig.json',
    files: ['server/test/samples.ts', ...tests],
    include: ['contract/src', 'server/src'],
    exclude: ['**/*.test.ts'],
  }
  writeFileSync(join(copy.folder, project), JSON.stringify(settings))
  return types(project)
}

function importProblems(): string[] {
  const files = globSync('**/{*.ts,*.tsx,package.json}', {
    cwd: copy.folder,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
  const texts = files.map((file) => [file, readFileSync(join(copy.folder, file), 'utf8')] as const)
  return findImportProblems(new Map(texts)).toSorted()
}

/** Checks the rules other than types on the changed copy. */
async function expectNoRuleBroken(): Promise<void> {
  expect(await says(inModules('@biomejs/biome/bin/biome'), 'format', ...copy.touched)).toBe('')
  expect(importProblems()).toEqual(findOwnImportProblems().toSorted())
}

describe('a page is read as steps', () => {
  const page = [
    '# Title',
    '```ts file=not/in/a/step.ts',
    '```',
    '## 1. First',
    '```ts file=a/new.ts',
    'one',
    '',
    'two',
    '```',
    'Only to read:',
    '```ts',
    'nothing',
    '```',
    '## 2. Second',
    '```tsx file=a/old.tsx after="f({ a: \'b\' }, ["',
    '  three',
    '```',
    '',
  ].join('\n')

  test('with the blocks that name a file', () => {
    expect(readSteps(page)).toEqual([
      { title: '1. First', edits: [{ file: 'a/new.ts', after: undefined, text: 'one\n\ntwo\n' }] },
      { title: '2. Second', edits: [{ file: 'a/old.tsx', after: "f({ a: 'b' }, [", text: '  three\n' }] },
    ])
  })
})

describe('an edit', () => {
  const edit = { file: 'x.ts', text: 'new\n' }

  test('makes a file or puts its text below the line', () => {
    expect(edited(undefined, { ...edit, after: undefined })).toBe('new\n')
    expect(edited('a\nb (\nc\n', { ...edit, after: 'b (' })).toBe('a\nb (\nnew\nc\n')
  })

  test('that does not fit says why', () => {
    expect(() => edited('a\n', { ...edit, after: undefined })).toThrow('x.ts already exists')
    expect(() => edited(undefined, { ...edit, after: 'a' })).toThrow('x.ts does not exist')
    expect(() => edited('a\n', { ...edit, after: 'b' })).toThrow('0 lines of x.ts hold b')
    expect(() => edited('ab\nb\n', { ...edit, after: 'b' })).toThrow('2 lines of x.ts hold b')
  })
})

describe('how to add a call', () => {
  test('takes four places and breaks no rule, and the test of the call passes', slow, async () => {
    follow(copy, callSteps)
    expect(callSteps).toHaveLength(4)
    expect(await serverTypes()).toBe('')
    await expectNoRuleBroken()
    expect(await says(inModules('vitest/vitest.mjs'), 'run', newFile(callSteps, '.test.ts'))).toBe('')
  })

  test.for(callSteps.slice(1))('does not compile without "$title"', slow, async (left) => {
    follow(copy, without(callSteps, left))
    expect(await serverTypes()).toMatch(/count-?by-?status/i)
  })
})

describe('how to add a screen', () => {
  test('takes four places and breaks no rule', slow, async () => {
    follow(copy, bothSteps)
    expect(screenSteps).toHaveLength(4)
    expect(await nodeTypes()).toBe('')
    expect(await consoleTypes()).toBe('')
    await expectNoRuleBroken()
  })

  test('does not compile without its component, nor without its path', slow, async () => {
    const [component, path, ...others] = screenSteps
    expect(component?.edits.map(({ file }) => file)).toEqual(['web/src/modules/agencies/counts-page.tsx'])
    expect(path?.edits.map(({ file }) => file)).toEqual(['web/src/modules/agencies/paths.ts'])
    follow(copy, [...callSteps, ...others])
    // Both at once, because each is an error of its own and every run of the compiler is slow.
    const errors = await consoleTypes()
    expect(errors).toContain("Cannot find module './counts-page.tsx'")
    expect(errors).toContain("Property 'counts' does not exist")
  })

  test('leaves dead code without its line among the screens', slow, async () => {
    const page = newFile(screenSteps, '.tsx')
    follow(copy, without(bothSteps, screenSteps[2]))
    expect(await says(inModules('knip/bin/knip.js'), '--no-progress')).toContain(page)
  })
})

test('a call does not compile without its entry in the contract', slow, async () => {
  const [entry, ...others] = callSteps
  expect(entry?.edits.map(({ file }) => file)).toContain('contract/src/modules/agencies.ts')
  follow(copy, others)
  expect(await serverTypes()).toMatch(/count-?by-?status/i)
})
