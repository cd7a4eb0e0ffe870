import { expect, test } from 'vitest'
import { allTopics, findTopics } from './topics.ts'

test('[HELP-01] the topics are 1001 to 1023, each with a title and a text', () => {
  expect(allTopics.map(({ id }) => id)).toEqual(Array.from({ length: 23 }, (_, index) => 1001 + index))
  for (const { title, text } of allTopics) {
    expect(title.length).toBeGreaterThan(2)
    expect(text.length).toBeGreaterThan(60)
  }
})

test('a topic is found by its number, its title or a word of its text, in any case', () => {
  expect(findTopics('1008').map(({ title }) => title)).toEqual(['Agencies'])
  expect(findTopics('1011').map(({ title }) => title)).toEqual(['Seat management'])
  expect(findTopics('SEAT MANAGEMENT').map(({ id }) => id)).toContain(1011)
  expect(findTopics('suppressed').map(({ id }) => id)).toEqual([1013])
  expect(findTopics('')).toHaveLength(23)
  expect(findTopics('zebra')).toEqual([])
})
