import { expect, test } from 'vitest'
import type { PageFigures } from '../../e2e/support/observed.ts'
import { holdJobs, holdLoads } from './ui-pages.ts'

const page = (title: string, more: Partial<PageFigures> = {}): PageFigures => ({
  title,
  inp: undefined,
  slowest: undefined,
  lcp: 100,
  shift: 0,
  scripts: {},
  measured: {},
  ...more,
})

test('a further screen is charged with the scripts that the first did not load', () => {
  const held = holdLoads([
    page('sign-in and first list', { scripts: { '/a.js': 100_000, '/b.js': 20_000 }, shift: 0.01 }),
    page('load Agencies', { scripts: { '/a.js': 100_000 }, lcp: 900 }),
    page('load Journal', { scripts: { '/a.js': 100_000, '/c.js': 30_000, '/d.js': 21_000 }, lcp: 1_600 }),
  ])
  expect(held.map(({ value }) => value)).toEqual([120, 51, 1_600, 0.01])
  expect(held[1]?.note).toBe('1 of 2 above; Journal 51, Agencies 0')
  expect(() => holdLoads([page('load Agencies')])).toThrow('sign-in and first list')
})

test('the jobs are held by the slowest answer of each, at the 75th percentile', () => {
  const jobs = ['2', '3', '5', '7'].map((job, at) =>
    page(`job ${job} typed at once: …`, { inp: [40, 80, 120, 160][at], slowest: `keydown ${at}` }),
  )
  const jump = page('jump to an agency by its id', {
    measured: { 'jump 1': 250, 'jump 2': 400, 'jump 3': 260 },
  })
  const held = holdJobs([
    ...jobs,
    page('job 8 by mouse', { inp: 999 }),
    page('load Agencies', { inp: 999 }),
    jump,
  ])
  expect(held.map(({ value }) => value)).toEqual([120, 260])
  expect(held[0]?.note).toBe(
    '4 pages, 40, 80, 120, 160 ms; slowest keydown 3 of job 7, keydown 2 of job 5, keydown 1 of job 3',
  )
})
