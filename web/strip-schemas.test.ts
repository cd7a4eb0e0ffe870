import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst, transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { stripSchemas } from './strip-schemas.ts'

/** The code that the browser gets of a file of the contract. */
function strip(...lines: string[]): string[] {
  const { transform } = stripSchemas()
  if (typeof transform !== 'object') throw new Error('the plugin transforms nothing')
  const stripped = Reflect.apply(transform.handler, { parse: parseAst }, [lines.join('\n'), 'a.ts'])
  const { code } = stripped as { code: string }
  return code.split('\n').filter((line) => line !== '')
}

test('an import that only schemas used goes with them; one that a rule still uses stays as it was', () => {
  const rest = ['import { z } from "zod";', 'import { maxName } from "./limits.ts";']
  expect(
    strip(
      ...rest,
      'import { wholeNumber } from "./numbers.ts";',
      'import { text as toText } from "./texts.ts";',
      'export const Name = z.string().max(maxName);',
      'export const page = z.object({ page: wholeNumber, text: toText });',
      'export const isShort = (name) => name.length < maxName;',
    ),
  ).toEqual([
    ...rest,
    'export const Name = z;',
    'export const page = z;',
    'export const isShort = (name) => name.length < maxName;',
  ])
})

test('an import of several names stays while one of them is used, and a name inside a longer one is no use', () => {
  const used = 'import { maxName, minName } from "./limits.ts";'
  expect(
    strip(
      'import { z } from "zod";',
      used,
      'import { min } from "./least.ts";',
      'export const Name = z.string().min(min).max(maxName);',
      'export const limit = minName;',
    ),
  ).toEqual(['import { z } from "zod";', used, 'export const Name = z;', 'export const limit = minName;'])
})

test('events and the field of a call that names them go, also in a list and with what only they used', () => {
  const wire = 'import { command } from "./wire.ts";'
  expect(
    strip(
      'import { event, getModule } from "./event.ts";',
      'import { P } from "./permissions.ts";',
      wire,
      'const renamed = event("agencies.renamed", "Name changed", [P.Rename]);',
      'export const others = [event("agencies.other", "Something else"), renamed];',
      'export const rename = write({ about: "Renames.", event: renamed, at: command("Rename") });',
      'export const toModule = (event) => getModule(event.name);',
    ),
  ).toEqual([
    'import { event, getModule } from "./event.ts";',
    wire,
    'const renamed = null;',
    'export const others = [null, renamed];',
    'export const rename = write({ at: command("Rename") });',
    'export const toModule = (event) => getModule(event.name);',
  ])
})

test('a file without schemas and calls is left alone', () => {
  const { transform } = stripSchemas()
  if (typeof transform !== 'object') throw new Error('the plugin transforms nothing')
  const code = 'import { unused } from "./limits.ts";\nexport const one = 1;'
  expect(Reflect.apply(transform.handler, { parse: parseAst }, [code, 'a.ts'])).toBeNull()
})

test('a page knows which call signs out, so that its request outlives the page', async () => {
  const read = async (path: string): Promise<string> => {
    const file = fileURLToPath(new URL(`../contract/src/${path}`, import.meta.url))
    const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
    return strip(code).join('\n')
  }
  const [made, declared] = await Promise.all([read('call.ts'), read('modules/session.ts')])
  expect(made).toContain('signsOut: spec.signsOut ?? false')
  expect(declared).toContain('signsOut: true')
  expect(made).not.toContain('maxBody:')
  expect(declared).not.toContain('about:')
})
