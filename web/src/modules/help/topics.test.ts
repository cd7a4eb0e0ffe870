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

test('[HELP-02] every screen of the documents has the help button of its topic', () => {
  const documented = [
    1006, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 1016, 1017, 1018, 1019, 1020, 1021, 1022, 1023,
  ]
  expect(shownIds('**/*.tsx')).toEqual(expect.arrayContaining(documented))
})

test('[MKT-21] topic 1015 stands on the subscription event report', () => {
  expect(shownIds('reports/events-page.tsx')).toEqual([1015])
})

test.each([
  [1001, 'client'],
  [1013, 'suppressed'],
  [1015, 'subscription events'],
  [1018, 'campaign'],
  [1019, 'number'],
])('[HELP-03] topic %i speaks of %s', (id, words) => {
  const topic = allTopics.find((one) => one.id === id)
  expect(`${topic?.title} ${topic?.text}`.toLowerCase()).toContain(words)
})
