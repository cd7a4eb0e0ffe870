import { expect, test } from 'vitest'
import { findExceptionProblems, parseExceptions } from './audit-exceptions.ts'

const now = new Date('2026-11-23T12:00:00Z')
const fine = {
  advisory: 'GHSA-abcd-1234-ef56',
  package: 'x',
  until: '2026-11-23',
  reason: 'Only its command line is concerned, which nothing of ours starts; no release fixes it.',
}
const findOf = (change: object): string[] =>
  findExceptionProblems(JSON.stringify([{ ...fine, ...change }]), now)

test('an exception holds through its last day', () => {
  expect(findOf({})).toEqual([])
  expect(parseExceptions(JSON.stringify([fine]), now)).toEqual([fine])
  expect(findOf({ until: '2027-02-21' })).toEqual([])
})

test('an exception whose day has passed fails the check and the audit', () => {
  const sentence =
    'scripts/audit-exceptions.json: exception 1 (GHSA-abcd-1234-ef56) ended on 2026-11-22; fix the vulnerability, or give a new reason and date'
  expect(findOf({ until: '2026-11-22' })).toEqual([sentence])
  expect(() => parseExceptions(JSON.stringify([{ ...fine, until: '2026-11-22' }]), now)).toThrow(sentence)
})

test.each([
  [{ advisory: 'CVE-2026-1' }, 'has no advisory'],
  [{ package: '' }, 'names no package'],
  [{ reason: 'not now' }, 'must give the reason'],
  [{ reason: undefined }, 'must give the reason'],
  [{ until: 'soon' }, 'has no day `until`'],
  [{ until: '2026-02-31x' }, 'has no day `until`'],
  [{ until: '2027-02-23' }, '90 days ahead is the most'],
])('an exception with %j is refused with a sentence', (change, says) => {
  expect(findOf(change)).toEqual([expect.stringContaining(says)])
})
