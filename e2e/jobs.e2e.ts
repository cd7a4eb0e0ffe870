import type { Page } from '@playwright/test'
import { expect, test } from './support/fixture.ts'
import { manager, reportPage, request } from './support/seats.ts'

/** Presses and counts keys; typed characters count apart, as what a caller dictates. */
function counting(page: Page) {
  const spent = { keys: 0, typed: 0 }
  return {
    spent,
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key)
      spent.keys += keys.length
    },
    async type(text: string) {
      await page.keyboard.type(text)
      spent.typed += text.length
    },
  }
}

test('job 8: a seat request is worked off by keys alone, in 6 keys and 8 digits', async ({
  page,
  enter,
  world,
}) => {
  const agencyId = await world.agency({ name: 'Seat Insurance' })
  await request(world, agencyId)
  await enter(page, await world.person(manager))
  await page.goto('/agency-detail/8951')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const { press, type, spent } = counting(page)
  const { rows, status, search } = reportPage(page)
  await press('g', 's')
  await expect(search).toBeFocused()
  await type(String(agencyId))
  await expect(rows).toHaveCount(1)
  await press('Enter')
  await expect(status(rows.first())).toBeFocused()
  await press('Enter', 'ArrowDown', 'Enter')
  await expect(status(rows.first())).toHaveText(/In Process/)
  expect(spent.keys).toBeLessThanOrEqual(6)
  expect(spent.typed).toBeLessThanOrEqual(8)
})
