import {
  expectAccessible,
  expectAccessibleInBoth,
  expectContrast,
  expectGoodStops,
  expectReasons,
} from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import {
  expectControlsInside,
  expectNoSidewaysScroll,
  expectPrints,
  expectRoomForText,
} from './support/layout.ts'
import { field, heading, places, screens, tabs } from './support/places.ts'
import { declaredScreens } from './support/screen-list.ts'
import { recordFirstReads } from './support/screens.ts'
import { expectNoShift, watchShifts } from './support/still.ts'
import { agent } from './support/world.ts'

// Independent of each other, and together longer than all other tests of a worker.
test.describe.configure({ mode: 'parallel' })

test('the tests below know every screen and every tab that the modules declare', () => {
  const declared = declaredScreens()
  expect(Object.keys(screens).sort()).toEqual(declared.titles)
  expect(Object.keys(tabs).sort()).toEqual(declared.tabs)
})

for (const { name, path: usual, prepare, ready } of places) {
  test(`[ROUTE-01] ${name}: its address can be loaded directly, and everybody can use it`, async ({
    page,
    enter,
    world,
  }) => {
    const path = (await prepare?.(world)) ?? usual
    await enter(page)
    await watchShifts(page)
    const reads = recordFirstReads(page)
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    expect(answer?.headers()['content-type']).toContain('text/html')
    await ready(page)
    await expectNoShift(page, name)
    expect(
      reads.filter((read, at) => reads.indexOf(read) < at),
      'nothing is read twice',
    ).toEqual([])
    await test.step('no breach of accessibility, light and dark', async () => {
      await expectAccessibleInBoth(page, name)
      await expectReasons(page, name)
    })
    await test.step('works by Tab alone and with wide text', async () => {
      await expectGoodStops(page, name)
      await expectRoomForText(page, name)
    })
    await test.step('works on a phone, also with text of twice the size', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessible(page, `${name} on a phone`)
      await page.evaluate("document.documentElement.style.fontSize = '200%'")
      await expectNoSidewaysScroll(page, `${name} on a phone with large text`)
      await page.evaluate("document.documentElement.style.fontSize = ''")
    })
    await test.step('works small, with forced colours and on paper', async () => {
      for (const size of [
        { width: 320, height: 256 },
        { width: 1024, height: 768 },
      ]) {
        await page.setViewportSize(size)
        await expectNoSidewaysScroll(page, `${name} ${size.width}`)
        await expectControlsInside(page, `${name} ${size.width}`)
      }
      await page.emulateMedia({ forcedColors: 'active' })
      await expectContrast(page, `${name} forced colours`)
      await expectPrints(page, name)
    })
  })
}

test('[SHELL-29] [ROUTE-03] [ROUTE-06] [ROUTE-07] [ROUTE-08] [ROUTE-09] signed out every screen that needs sign-in leads to the sign-in screen', async ({
  page,
}) => {
  for (const { path } of places.filter(({ open }) => !open)) {
    await page.goto(path)
    await expect(page).toHaveURL('/signin')
    await field(page, 'Email')
  }
})

test('[ROUTE-02] the sign-in screen and Unauthorized open without sign-in and without a permission', async ({
  page,
  enter,
  world,
}) => {
  const opens = async () => {
    // The sign-in screen last, because it ends the session.
    for (const place of places.filter((one) => one.open).toReversed()) {
      await page.goto(place.path)
      await place.ready(page)
      await expect(page).toHaveURL(place.path)
    }
  }
  await opens()
  await enter(page, await world.person({ permissions: [] }))
  await opens()
})

test('[ROUTE-20] Unauthorized shows a warning sign and its name', async ({ page }) => {
  await page.goto('/unauthorized')
  await expect(page.getByRole('img', { name: 'Warning' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized')
})

test('[ROUTE-03] the list needs nothing beyond CanAccess', async ({ page, enter }) => {
  await enter(page, agent)
  await page.goto('/')
  await heading(page, 'Agencies')
  await field(page, 'Agency Id or Name')
})

test('[ROUTE-14] an address of no screen, or of a product by something else than its number, leads to the list', async ({
  page,
  enter,
}) => {
  await enter(page)
  await page.goto('/products/-1')
  await heading(page, 'New Product')
  await expect(page).toHaveURL('/products/-1')
  const none = ['/nothing', '/agency-detail', '/agency-detail/1/2']
  for (const path of [...none, '/products/rater', '/products/1x', '/products/1.5', '/products/-1x']) {
    await page.goto(path)
    await heading(page, 'Agencies')
    await expect(page).toHaveURL('/')
  }
})
