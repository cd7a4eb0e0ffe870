import { expect, test } from 'vitest'
import { judgeAudit } from './audit.ts'

const counts = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 }
const makeReport = (severities: Record<string, string>): string => {
  const named = Object.entries(severities)
  const vulnerabilities = { ...counts, total: named.length }
  for (const [, severity] of named) vulnerabilities[severity as keyof typeof counts] += 1
  return JSON.stringify({
    vulnerabilities: Object.fromEntries(named.map(([name, severity]) => [name, { name, severity }])),
    metadata: { vulnerabilities },
  })
}

test('nothing known, or nothing of weight, passes', () => {
  expect(judgeAudit('a.json', makeReport({}))).toEqual({
    line: '✓ a.json: no known flaw of high or critical severity, 0 of lesser',
    fails: false,
  })
  expect(judgeAudit('a.json', makeReport({ x: 'moderate', y: 'low' }))).toEqual({
    line: '✓ a.json: no known flaw of high or critical severity, 2 of lesser',
    fails: false,
  })
})

test.each(['high', 'critical'])('a known flaw of %s severity fails, with the package', (severity) => {
  expect(judgeAudit('a.json', makeReport({ x: severity, y: 'low' }))).toEqual({
    line: `✗ a.json: known flaws of high or critical severity: x (${severity})`,
    fails: true,
  })
})

test.each([
  [JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }), '405 Method Not Allowed'],
  [
    JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'getaddrinfo ENOTFOUND' } }),
    'getaddrinfo ENOTFOUND',
  ],
  ['', 'no answer'],
  ['spawn npm ENOENT', 'spawn npm ENOENT'],
])('an answer %j is told as none, never as a pass', (output, why) => {
  expect(judgeAudit('a.json', output)).toEqual({
    line: `? a.json: the registry could not be asked (${why}); flaws in it are NOT ruled out`,
    fails: false,
  })
})
