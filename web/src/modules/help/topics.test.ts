import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allTopics, findTopics } from './topics.ts'

test('[HELP-01] the topics are 1001 to 1023, each with a title, a text and a next step', () => {
  const ids = allTopics.map(({ id }) => id)
  expect(ids.slice(0, 23)).toEqual(Array.from({ length: 23 }, (_, index) => 1001 + index))
  // Our own, for a screen that is not in the specification.
  expect(ids.slice(23)).toEqual([1024])
  for (const { title, text, steps } of allTopics) {
    expect(title.length).toBeGreaterThan(2)
    expect(text.length).toBeGreaterThan(60)
    expect(steps.length).toBeGreaterThan(0)
    // What one sees, and what to do about it.
    for (const step of steps) expect(step.map((part) => part.length > 5)).toEqual([true, true])
  }
})

test('a topic is found by its number, its title or a word of its text, in any case', () => {
  expect(findTopics('1008').map(({ title }) => title)).toEqual(['Agencies'])
  expect(findTopics('1011').map(({ title }) => title)).toEqual(['Seat management'])
  expect(findTopics('SEAT MANAGEMENT').map(({ id }) => id)).toContain(1011)
  expect(findTopics('suppressed').map(({ id }) => id)).toEqual([1013])
  expect(findTopics('')).toHaveLength(24)
  expect(findTopics('zebra')).toEqual([])
})

/** The topic ids for which the modules' screens show a help button, read from their sources. */
const shownIds = (path: string): number[] =>
  globSync(path, { cwd: join(import.meta.dirname, '..') }).flatMap((file) =>
    [
      ...readFileSync(join(import.meta.dirname, '..', file), 'utf8').matchAll(/help=\{\w+Help\[(\d+)\]\}/g),
    ].map(([, id]) => Number(id)),
  )

test.each([
  [1006, 'agency-files/lookup/lookup-control.tsx', 'Client lookup'],
  [1008, 'agencies/list-page.tsx', 'Agencies'],
  [1009, 'agencies/setup-page.tsx', 'New agency (5.x)'],
  [1010, 'products/products-page.tsx', 'Products'],
  [1011, 'seats/report-page.tsx', 'Seat management'],
  [1012, 'staff/users-page.tsx', 'User management'],
  [1013, 'email/suppressions-page.tsx', 'Email management'],
  [1014, 'alerts/alerts-page.tsx', 'System alerts'],
  [1016, 'activity/signins-page.tsx', 'Sign-ins by hosting environment'],
  [1017, 'reports/billing-page.tsx', 'Product billing report'],
  [1018, 'texting/tcr-report-page.tsx', 'TCR report'],
  [1019, 'texting/orphans-page.tsx', 'TCR cleanup'],
  [1020, 'certificates/tool-page.tsx', 'Self-serve certificate tools'],
  [1021, 'certificates/decoder-card.tsx', 'Decode a url or token'],
  [1022, 'certificates/encoder-card.tsx', 'Encode a url'],
  [1023, 'products/vendors-page.tsx', 'Vendors'],
])('[HELP-02] topic %i stands in %s alone and is about %s', (id, file, title) => {
  expect(shownIds(file)).toEqual([id])
  expect(shownIds('**/*.tsx').filter((shown) => shown === id)).toHaveLength(1)
  expect(allTopics.find((topic) => topic.id === id)?.title).toBe(title)
})

test.each([
  [1004, 'esignature/status-card.tsx', 'E-signature'],
  [1005, 'texting/status-card.tsx', 'Texting'],
])('[PROV-21] topic %i stands in %s alone and is about %s', (id, file, title) => {
  expect(shownIds(file)).toEqual([id])
  expect(shownIds('**/*.tsx').filter((shown) => shown === id)).toHaveLength(1)
  expect(allTopics.find((topic) => topic.id === id)?.title).toBe(title)
})

test('[MKT-21] topic 1015 stands on the subscription event report', () => {
  expect(shownIds('reports/events-page.tsx')).toEqual([1015])
})

test.each([
  [1001, 'client totals'],
  [1013, 'suppressed'],
  [1015, 'subscription events'],
  [1018, 'campaign'],
  [1019, 'tcr'],
])('[HELP-03] topic %i speaks of %s', (id, words) => {
  const topic = allTopics.find((one) => one.id === id)
  expect(`${topic?.title} ${topic?.text}`.toLowerCase()).toContain(words)
})
