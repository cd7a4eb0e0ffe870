import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { usersAgency, usersTab } from './support/agency-users.ts'
import { seatAgency } from './support/seats.ts'
import { test as base, expect } from './support/fixture.ts'
import { expectBelow } from './support/layout.ts'
import { recordCalls } from './support/screens.ts'
import { startServerProcess } from './support/server-process.ts'

interface Site {
  /** Address of its page that frames an address of the console. */
  framing: (address: string) => string
  origin: string
}

/** A third-party site on this machine, whose only page frames the address in its query. */
async function startSite(): Promise<Site & { close: () => void }> {
  const site = createServer((request, response) => {
    const framed = new URL(request.url ?? '/', 'http://localhost').searchParams.get('framed') ?? ''
    const quoted = framed.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><title>Office</title><h1>Office</h1><iframe title="Agency Support" width="1200" height="700" src="${quoted}"></iframe>`,
      )
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  // With the console's own host name: the session's cookie is sent only to same-site frames (D-10).
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`
  return {
    origin,
    framing: (address) => `${origin}/?${new URLSearchParams({ framed: address }).toString()}`,
    close() {
      site.closeAllConnections()
      site.close()
    },
  }
}

/** The console inside a page of another site. */
const consoleIn = (page: Page) => page.frameLocator('iframe[title="Agency Support"]')

/** The test's server allows only the office to frame it. */
const test = base.extend<object, { office: Site; stranger: Site; consoleOrigin: string }>({
  office: [
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      site.close()
    },
    { scope: 'worker' },
  ],
  stranger: [
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      site.close()
    },
    { scope: 'worker' },
  ],
  consoleOrigin: [
    async ({ server, office }, use) => {
      const { databaseUrl } = server
      const framed = await startServerProcess({ databaseUrl, frameAncestors: [office.origin] })
      await use(framed.origin)
      await framed.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

test('[TRUTH-20] the back office frames an agency by a deep link and sees its Seat Management alone; outside a frame there is a way out', async ({
  page,
  enter,
  world,
  office,
  consoleOrigin,
}) => {
  const id = await seatAgency(world, { name: 'Office Seats', licensed: 5, seats: [{ username: 'ABC' }] })
  await enter(page)
  const link = new URLSearchParams({ src: 'bo', dest: `/agency-detail/${id}`, tab: 'SeatManagement' })
  const wayOut = { name: 'Open the full console' }
  await page.goto(`${consoleOrigin}/?${link.toString()}`)
  await page.getByRole('link', wayOut).click()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page).toHaveURL(`${consoleOrigin}/agency-detail/${id}`)
  await expect(page.getByRole('link', wayOut)).toHaveCount(0)
  await page.goto(office.framing(`${consoleOrigin}/?${link.toString()}`))
  const frame = consoleIn(page)
  await expect(frame.getByRole('heading', { level: 1, name: 'Office Seats' })).toBeVisible()
  await expect(frame.getByRole('tab')).toHaveText(['Seat Management'])
  await expectBelow(frame.getByRole('tab'), frame.getByRole('heading', { level: 1 }))
  await expect(frame.getByRole('table', { name: 'Signed-in seats' }).getByRole('rowheader')).toHaveText([
    'ABC',
  ])
  await expect(frame.getByRole('banner')).toHaveCount(0)
  await expect(frame.getByRole('button', { name: 'Back' })).toHaveCount(0)
  await expect(frame.getByRole('link', wayOut)).toHaveCount(0)
  await frame.getByRole('button', { name: 'Release' }).click()
  await frame.getByRole('alertdialog').getByRole('button', { name: 'Release' }).click()
  await expect(frame.getByText('Seat released successfully')).toBeVisible()
  await expect(page).toHaveTitle('Office')
})

test('[TEMPUSER-15] [TEMPUSER-16] in a frame a temporary user is made and listed by the 6.x calls', async ({
  page,
  enter,
  world,
  office,
  consoleOrigin,
}) => {
  const id = await usersAgency(world, 'Framed Users')
  await enter(page)
  const calls = recordCalls(page)
  const sent = (field: string) =>
    calls.map((body) => JSON.parse(body) as Record<string, unknown>).filter((body) => field in body)
  const created = page.waitForRequest((request) => request.postData()?.includes('CreateSuperUser') === true)
  await page.goto(office.framing(`${consoleOrigin}/agency-detail/${id}?tab=users`))
  const { create, dialog, log } = usersTab(page, consoleIn(page))
  await expect(log.getByText('No data')).toBeVisible()
  expect(sent('Command')).toEqual([{ Command: 'List', List: { AgencyId: id } }])
  await create.click()
  const password = await dialog.getByLabel('Password', { exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Temporary user --0 created.')
  expect(new URL((await created).url()).pathname).toBe('/staff/request')
  expect(sent('CreateSuperUser')).toEqual([
    {
      Command: 'CreateSuperUser',
      CreateSuperUser: {
        Username: '--0',
        AgencyId: id,
        Password: password,
        ExpiresOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    },
  ])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(log.getByRole('rowheader')).toHaveText('--0')
  expect(sent('command').map(({ command }) => command)).not.toContain('GetSuperUserCreationLogs')
})

test('a site that is not allowed is refused by the browser', async ({
  page,
  enter,
  stranger,
  consoleOrigin,
  expectErrors,
}) => {
  expectErrors(/frame-ancestors/)
  await enter(page)
  const answer = page.waitForResponse((response) => response.url().startsWith(consoleOrigin))
  await page.goto(stranger.framing(`${consoleOrigin}/agency-detail/6938`))
  expect((await answer).status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Office' })).toBeVisible()
  // The frame shows the browser's own error page, whatever the server has sent.
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toEqual([page.url(), 'chrome-error://chromewebdata/'])
  await expect(consoleIn(page).getByRole('heading', { level: 1 })).toHaveCount(0)
})
