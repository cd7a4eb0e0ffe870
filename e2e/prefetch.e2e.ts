import { expect, test } from './support/fixture.ts'
import { agencyPage, recordCalls, listPage } from './support/screens.ts'
import { agent } from './support/world.ts'

for (const way of ['pointing at', 'the focus on'] as const) {
  test(`${way} a row fetches its screen ahead, and opening it asks nothing again`, async ({
    page,
    enter,
    world,
  }) => {
    const id = await world.agency({ name: `Ahead ${way}` })
    await enter(page)
    await page.goto('/')
    await listPage(page).search(`Ahead ${way}`)
    const calls = recordCalls(page)
    const answered = page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('GetAgencyConfig'),
    )
    const code = page.waitForResponse(/\/agency-[\w-]{7}\.js$/)
    const link = listPage(page).rows.getByRole('link')
    if (way === 'pointing at') await listPage(page).rows.last().hover()
    else await link.focus()
    await Promise.all([answered, code])
    await expect(page).toHaveURL(/\?q=/)
    await link.press('Enter')
    await expect(page).toHaveURL(`/agency-detail/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: `Ahead ${way}` })).toBeVisible()
    await agencyPage(page).settled()
    expect(calls.filter((body) => body.includes('GetAgencyConfig'))).toHaveLength(1)
  })
}

test('the focus on a screen without the right to it neither tells nor fetches anything', async ({
  page,
  enter,
}) => {
  await enter(page, agent)
  await page.clock.install()
  await page.goto('/')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: /^Journal/ }).focus()
  await page.clock.runFor(1000)
  // Once the code of the next link is prefetched, that of the first would be, too.
  const code = page.waitForResponse(/topics-page/)
  await menu.getByRole('link', { name: 'Help Topics' }).focus()
  await page.clock.runFor(1000)
  await code
  expect(asked.filter((url) => url.includes('journal-page'))).toEqual([])
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page).toHaveURL('/')
})

test('who is signed in is asked for once, before the code of the screen, which would keep the question waiting', async ({
  page,
  enter,
}) => {
  await enter(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/journal')
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible()
  const whoami = asked.indexOf('/auth/staff/whoami')
  expect(asked.findIndex((path) => path.includes('journal-page'))).toBeGreaterThan(whoami)
  expect(whoami).toBeGreaterThan(asked.indexOf('/api/environment'))
  const entries = await page.evaluate(
    (url) => performance.getEntriesByName(url).map((one) => one.toJSON() as object),
    new URL('/auth/staff/whoami', page.url()).href,
  )
  expect(entries, 'by the early script, for the start').toMatchObject([{ initiatorType: 'link' }])
})
