import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { findImportProblems } from '../check/imports.ts'
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

function without(steps: readonly Step[], ...left: readonly (Step | undefined)[]): Step[] {
  return steps.filter((step) => !left.includes(step))
}

// Output of a tool on the copy; empty if it found no problem.
function says(script: string, ...args: readonly string[]): Promise<string> {
  return tool(script, copy.folder, script, ...args).run()
}
const inModules = (path: string): string => join(root, 'node_modules', path)

/**
 * Checks the types of a project, of its tests only those that the pages add: half the time of all. No table of all calls
 * or screens stands in a test, so that none of the others would have to change.
 */
function types(project: string): Promise<string> {
  const settings = {
    extends: './tsconfig.json',
    files: [...copy.touched].filter((file) => isTest.test(file)).map((file) => relative(project, file)),
    exclude: ['**/node_modules', '**/dist', '**/*.test.ts', '**/*.test.tsx', '**/*.e2e.ts'],
  }
  const path = join(project, 'tsconfig.pages.json')
  writeFileSync(join(copy.folder, path), JSON.stringify(settings))
  // Alone, one checker takes two thirds of the processor time of several: each looks at the contract's types anew. After
  // its first run for a project it checks only what other steps reach.
  const options = ['--singleThreaded', '--incremental', '--tsBuildInfoFile', `${path}.tsbuildinfo`]
  return says(inModules('typescript/bin/tsc'), '-p', path, ...options)
}
const isTest = /\.(test\.tsx?|e2e\.ts)$/
const nodeTypes = (): Promise<string> => types('.')
const consoleTypes = (): Promise<string> => types('web')

function importProblems(): string[] {
  const files = globSync('**/{*.ts,*.tsx,package.json}', {
    cwd: copy.folder,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
  const texts = files.map((file) => [file, readFileSync(join(copy.folder, file), 'utf8')] as const)
  return findImportProblems(new Map(texts))
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

describe('how to add a call and a screen that shows it', () => {
  // Followed at once: nothing of a call can depend on its screen, as both the compiler and the rules of imports say.
  test('takes four places each and breaks no rule, and the test of the call passes', slow, async () => {
    follow(copy, bothSteps)
    expect([callSteps.length, screenSteps.length]).toEqual([4, 4])
    expect(await nodeTypes()).toBe('')
    expect(await consoleTypes()).toBe('')
    expect(await says(inModules('@biomejs/biome/bin/biome'), 'format', ...copy.touched)).toBe('')
    expect(importProblems()).toEqual([])
    expect(await says(inModules('vitest/vitest.mjs'), 'run', newFile(callSteps, '.test.ts'))).toBe('')
  })
})

// Two steps are left out at once if each is an error of its own, because every run of the compiler is slow.
describe('a call does not compile', () => {
  const [entry, handler, line, itsTest] = callSteps
  const filesOf = (step: Step | undefined) => step?.edits.map(({ file }) => file)
  const [module, sample] = ['server/src/modules/agencies/index.ts', 'server/test/samples.ts']

  test('without its line in the module, nor without its test', slow, async () => {
    expect(filesOf(line)).toEqual([module, module])
    expect(filesOf(itsTest)).toContain(sample)
    follow(copy, without(callSteps, line, itsTest))
    const errors = (await nodeTypes()).split('\n')
    for (const file of [module, sample])
      expect(errors).toContainEqual(expect.stringMatching(`^${file}\\(.*'countByStatus' is missing`))
  })

  test('without its entry in the contract, nor without its handler', slow, async () => {
    expect(filesOf(entry)).toContain('contract/src/modules/agencies.ts')
    expect(filesOf(handler)).toContain('server/src/modules/agencies/count-by-status.ts')
    follow(copy, without(callSteps, entry, handler))
    const errors = (await nodeTypes()).split('\n')
    expect(errors).toContainEqual(expect.stringMatching(`^${sample}\\(.*'countByStatus' does not exist`))
    expect(errors).toContainEqual(
      expect.stringMatching(`^${module}\\(.*Cannot find module './count-by-status.ts'`),
    )
  })
})

describe('a screen', () => {
  test('does not compile without its component, nor without its path', slow, async () => {
    const [component, path] = screenSteps
    expect(component?.edits.map(({ file }) => file)).toEqual(['web/src/modules/agencies/counts-page.tsx'])
    expect(path?.edits.map(({ file }) => file)).toEqual(['web/src/modules/agencies/paths.ts'])
    follow(copy, without(bothSteps, component, path))
    const errors = await consoleTypes()
    expect(errors).toContain("Cannot find module './counts-page.tsx'")
    expect(errors).toContain("Property 'counts' does not exist")
  })

  test('is dead code without its line among the screens', slow, async () => {
    const page = newFile(screenSteps, '.tsx')
    follow(copy, without(bothSteps, screenSteps[2]))
    expect(await says(inModules('knip/bin/knip.js'), '--no-progress', '--workspace', 'web')).toContain(page)
  })
})
