import { expect, test } from 'vitest'
import { findUnused, judgeAudit } from './audit.ts'
import type { AuditException } from './check/audit-exceptions.ts'

const counts = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 }
const toUrl = (name: string): string => `https://github.com/advisories/GHSA-aaaa-bbbb-${name.padEnd(4, '0')}`
const makeReport = (
  severities: Record<string, string>,
  via: Record<string, readonly string[]> = {},
): string => {
  const named = Object.entries(severities)
  const vulnerabilities = { ...counts, total: named.length }
  for (const [, severity] of named) vulnerabilities[severity as keyof typeof counts] += 1
  return JSON.stringify({
    vulnerabilities: Object.fromEntries(
      named.map(([name, severity]) => [
        name,
        { name, severity, via: via[name] ?? [{ name, severity, url: toUrl(name) }] },
      ]),
    ),
    metadata: { vulnerabilities },
  })
}
const makeException = (name: string): AuditException => ({
  advisory: toUrl(name).replace(/.*\//, ''),
  package: name,
  until: '2026-12-31',
  reason: 'Only its command line is concerned, which nothing of ours starts.',
})

test('nothing known, or nothing of weight, passes', () => {
  expect(judgeAudit('a.json', makeReport({}), [])).toEqual({
    line: '✓ a.json: no known flaw of high or critical severity, 0 of lesser',
    fails: false,
    used: [],
  })
  expect(judgeAudit('a.json', makeReport({ x: 'moderate', y: 'low' }), [])).toEqual({
    line: '✓ a.json: no known flaw of high or critical severity, 2 of lesser',
    fails: false,
    used: [],
  })
})

test.each(['high', 'critical'])('a known flaw of %s severity fails, with the package', (severity) => {
  expect(judgeAudit('a.json', makeReport({ x: severity, y: 'low' }), [])).toEqual({
    line: `✗ a.json: known flaws of high or critical severity: x (${severity}, ${toUrl('x')})`,
    fails: true,
    used: [],
  })
})

test('an exception lets be the flaw that it names, with what depends on it, and no other', () => {
  const [x, y] = [makeException('x'), makeException('y')]
  const alone = makeReport({ x: 'high', above: 'high' }, { above: ['x'] })
  expect(judgeAudit('a.json', alone, [x, y])).toEqual({
    line: '✓ a.json: no other known flaw of high or critical severity, 0 of lesser; let be until 2026-12-31: GHSA-aaaa-bbbb-x000',
    fails: false,
    used: [x],
  })
  const both = judgeAudit('a.json', makeReport({ x: 'high', z: 'critical' }), [x])
  expect(both).toMatchObject({ fails: true, used: [x] })
  expect(both.line).toContain(`severity: z (critical, ${toUrl('z')}); let be`)
  expect(judgeAudit('a.json', makeReport({ x: 'high' }), [{ ...x, package: 'y' }]).fails).toBe(true)
  expect(judgeAudit('a.json', makeReport({ x: 'high' }, { x: ['gone'] }), [x]).fails).toBe(true)
})

test('an exception that no lock file needs any more is reported, unless a registry did not answer', () => {
  const [x, y] = [makeException('x'), makeException('y')]
  const asked = judgeAudit('a.json', makeReport({ x: 'high' }), [x, y])
  expect(findUnused([x, y], [asked])).toEqual([
    '✗ the exception for GHSA-aaaa-bbbb-y000 (y) is not needed any more; drop it',
  ])
  expect(findUnused([x, y], [asked, judgeAudit('b.json', '', [x, y])])).toEqual([])
})

test.each([
  [JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }), '405 Method Not Allowed'],
  [
    JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'getaddrinfo ENOTFOUND' } }),
    'getaddrinfo ENOTFOUND',
  ],
  ['', 'no answer'],
  ['spawn npm ENOENT', 'spawn npm ENOENT'],
])('an answer %j is reported as none, never as a pass', (output, why) => {
  expect(judgeAudit('a.json', output, [])).toEqual({
    line: `? a.json: the registry could not be asked (${why}); flaws in it are NOT ruled out`,
    fails: false,
    used: undefined,
  })
})
