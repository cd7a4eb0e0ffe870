import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { screen } from '../lib/screen.ts'
import { allAgencyParts, allAgencyTabs } from './agency-tabs.ts'
import { afterAgencyTabs, fetchAgencyTab, lazyAgencyTabs } from './lazy-agency-tabs.ts'

let fetched: string[]

beforeEach(() => {
  fetched = []
  const note = (name: string) => () => Promise.resolve(void fetched.push(name))
  for (const { name, page } of allAgencyTabs) vi.spyOn(page, 'fetch').mockImplementation(note(name))
  for (const { place, page } of allAgencyParts)
    vi.spyOn(page, 'fetch').mockImplementation(note(`${place} part`))
})
afterEach(() => void vi.restoreAllMocks())

const firstTab = allAgencyTabs[0]?.name ?? ''
const partsOf = (...places: string[]) =>
  allAgencyParts.flatMap(({ place }) => (places.includes(place) ? [`${place} part`] : []))

test.each([
  ['users', 'users', partsOf('header')],
  ['config', 'config', partsOf('header', 'config')],
  [undefined, firstTab, partsOf('header')],
  ['nowhere', firstTab, partsOf('header')],
])('for the tab %s the code of %s is fetched, and of what stands round it', async (asked, tab, parts) => {
  await fetchAgencyTab(asked)
  expect(fetched.toSorted()).toEqual([tab, ...parts].toSorted())
  expect(parts.length).toBeGreaterThan(0)
})

test('a screen with agency tabs is there once they are', async () => {
  const file = { Page: () => null }
  const lazy = afterAgencyTabs(
    screen({ path: '/agency-detail/$id', title: 'Agency', page: () => Promise.resolve(file) }),
  )
  expect([lazy.path, lazy.title]).toEqual(['/agency-detail/$id', 'Agency'])
  expect(await lazy.page()).toBe(file)
  expect(lazyAgencyTabs.now()?.allAgencyTabs).toBe(allAgencyTabs)
})
