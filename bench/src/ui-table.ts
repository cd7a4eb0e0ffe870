import { growHistory, listReportedProducts } from '@agency-support/server/modules/marketplace/public'
import { openDatabase } from '@agency-support/server/db/open'
import { readConfig } from '@agency-support/server/settings/config'
import { startServer } from '@agency-support/server/server'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/testing/browser.ts'
import { median } from './figures.ts'
import type { Held } from './held.ts'
import { cookieName } from './people.ts'
import { buildPlainTable } from './plain-table.ts'
import { setUp } from './setup.ts'
import { productEnv } from './start-product.ts'

/** Every agency has bought the product at least once, so that its billing report has a row for each. */
const agencies = 10_000
const events = 200_000
const turns = 3
/** CPU slowdown factor, and the maximum response time to a press or key with it, in milliseconds. */
const maxInpMs = new Map([
  [1, 100],
  [4, 200],
])

/** What people do on a table, on either page. */
type Job = (page: Page) => Promise<void>
const jobs: Readonly<Record<string, Job>> = {
  sort: async (page) => {
    for (const name of ['Name', 'Name', 'Status', 'Status'])
      await answered(page, () => page.getByRole('columnheader', { name }).getByRole('button').click())
  },
  type: async (page) => {
    const box = page.getByLabel('Search', { exact: true })
    await box.click()
    for (const key of 'agency') await answered(page, () => page.keyboard.press(key))
    for (let left = 'agency'.length; left > 0; left -= 1)
      await answered(page, () => page.keyboard.press('Backspace'))
  },
  'page change': async (page) => {
    for (let times = 0; times < 4; times += 1)
      await answered(page, () => page.getByRole('button', { name: 'Next', exact: true }).click())
  },
}

// Runs in the browser, whose types this program does not have.
const shown = 'new Promise((shown) => requestAnimationFrame(() => setTimeout(shown, 30)))'
const watch = `
  globalThis.watcher?.disconnect()
  globalThis.slowest = 0
  globalThis.watcher = new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) slowest = Math.max(slowest, duration)
  })
  watcher.observe({ type: 'event', durationThreshold: 16 })`

/** Does one thing and waits until the page has shown it. */
async function answered(page: Page, act: () => Promise<void>): Promise<void> {
  await act()
  await page.evaluate(shown)
}

/** The longest interaction of a job, as measured by the browser. */
async function measure(page: Page, job: Job): Promise<number> {
  await page.evaluate(watch)
  await job(page)
  return page.evaluate<number>('slowest')
}

async function openReport(context: BrowserContext, origin: string, productId: number): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${origin}/reports/product-billing?product=${productId}`)
  await page.getByRole('rowheader').first().waitFor()
  await page.getByLabel('Rows per page').selectOption('100')
  await page.getByRole('rowheader').nth(99).waitFor()
  return page
}

async function openPlain(context: BrowserContext, script: string): Promise<Page> {
  const page = await context.newPage()
  await page.setContent('<main></main>')
  await page.addScriptTag({ content: script })
  await page.getByRole('rowheader').first().waitFor()
  return page
}

/** A product whose billing report has a row for every agency. */
async function grow(databaseUrl: string): Promise<number> {
  const db = openDatabase({ url: databaseUrl, poolSize: 2, onError: () => undefined })
  try {
    await db.write.insertInto('product').values({ name: 'Bench product' }).execute()
    const to = new Date()
    const from = new Date(to.getTime() - 365 * 24 * 60 * 60 * 1000)
    await growHistory(db.write, { events, from, to }, () => undefined)
    const [first] = await listReportedProducts(db.read)
    return first?.productId ?? 0
  } finally {
    await db.close()
  }
}

/** Response times of a report table with 10,000 rows, alternating with a plain React table of the same size. */
export async function measureTable(folder: string, say: (line: string) => void): Promise<Held[]> {
  await using ends = new AsyncDisposableStack()
  const setup = await setUp({ demo: agencies }, say)
  ends.defer(() => setup.stop())
  const productId = await grow(setup.databaseUrl)
  const server = await startServer(
    readConfig({ ...productEnv(setup.databaseUrl, folder), ACCESS_LOG: 'off', LOG_LEVEL: 'warn' }),
  )
  ends.defer(() => server.close())
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })
  ends.defer(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [value = ''] = setup.tokens
  await context.addCookies([{ name: cookieName, value, url: server.origin }])
  const ours = await openReport(context, server.origin, productId)
  const plain = await openPlain(context, await buildPlainTable(agencies))
  const held: Held[] = []
  for (const [rate, bound] of maxInpMs) {
    for (const page of [ours, plain]) {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate })
    }
    for (const [name, job] of Object.entries(jobs))
      held.push(await compare(name, job, { ours, plain, rate, bound }))
  }
  return held
}

async function compare(
  name: string,
  job: Job,
  { ours, plain, rate, bound }: { ours: Page; plain: Page; rate: number; bound: number },
): Promise<Held> {
  const product: number[] = []
  const react: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    await ours.bringToFront()
    product.push(await measure(ours, job))
    await plain.bringToFront()
    react.push(await measure(plain, job))
  }
  const work = `${name} of 10,000 rows, ${rate === 1 ? 'at its own pace' : `${rate} × slower`}`
  const note = `React alone ${median(react)} ms`
  return { work, what: 'INP, ms', value: median(product), bound, is: 'at most', note }
}
