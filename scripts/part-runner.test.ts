import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finder, type Part, runParts, tool } from './part-runner.ts'

async function report(parts: readonly Part[], parallel = 2) {
  const lines: string[] = []
  let time = 0
  const fine = await runParts(parts, {
    parallel,
    now: () => (time += 100),
    print: (line) => lines.push(line),
  })
  return { fine, lines }
}

test('a run without problems is a line for each part and one for all', async () => {
  const { fine, lines } = await report([finder('docs', () => []), finder('sizes', async () => [])], 1)
  expect(fine).toBe(true)
  expect(lines).toEqual([
    '✓ docs               0.1 s',
    '✓ sizes              0.1 s',
    'check: all fine (0.5 s)',
  ])
})

test('what failed is reported in full after the lines', async () => {
  const parts = [finder('docs', () => ['a.md is wrong', 'b.md too']), finder('sizes', () => [])]
  const { fine, lines } = await report(parts, 1)
  expect(fine).toBe(false)
  expect(lines[0]).toMatch(/^✗ docs/)
  expect(lines[1]).toMatch(/^✓ sizes/)
  expect(lines[2]).toBe('\n── docs ──\na.md is wrong\nb.md too')
  expect(lines[3]).toMatch(/check: failed: docs/)
})

test('a part that throws has failed, and the others still run', async () => {
  const broken = finder('docs', () => {
    throw new Error('no such page')
  })
  const { fine, lines } = await report([broken, finder('sizes', () => [])])
  expect(fine).toBe(false)
  expect(lines.join('\n')).toContain('── docs ──\nno such page')
  expect(lines.join('\n')).toContain('✓ sizes')
})

test('no more than the allowed number runs at once', async () => {
  let running = 0
  let most = 0
  const part = finder('x', async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return []
  })
  await report([part, part, part, part], 2)
  expect(most).toBe(2)
})

describe('a tool', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'agency-parts-'))
    writeFileSync(join(folder, 'ends.cjs'), 'console.log("said"); process.exitCode = Number(process.argv[2])')
    writeFileSync(join(folder, 'silent.cjs'), 'process.exitCode = 3')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('that succeeds is silent', async () => {
    expect(await tool('x', folder, 'ends.cjs', '0').run()).toBe('')
  })

  test('that fails is quoted', async () => {
    expect(await tool('x', folder, 'ends.cjs', '2').run()).toBe('said\n')
  })

  test('that fails without a word has failed all the same', async () => {
    expect(await tool('x', folder, 'silent.cjs').run()).toBe('silent.cjs ended with code 3 and said nothing.')
  })
})
