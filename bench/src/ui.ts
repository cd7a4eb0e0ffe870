import { growHistory, listReportedProducts } from '@agency-support/server/modules/marketplace/public'
import { openDatabase } from '@agency-support/server/db/open'
import { readConfig } from '@agency-support/server/config'
import { startServer } from '@agency-support/server/server'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumFlags, findChromium } from '../../scripts/testing/browser.ts'
import { root } from '../../scripts/entry.ts'
import { median } from './figures.ts'
import { cookieName } from './people.ts'
import { buildPlainTable } from './plain-table.ts'
import { setUp } from './setup.ts'
import { productEnv } from './start-product.ts'

const agencies = 1_600
const products = 12
const events = 120_000
const minRows = 1_000
const turns = 3
/** The slowest answer to a press or a key, in milliseconds. */
const maxInpMs = 100

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** What people do on a table, and how to do it on either page. */
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

// For the browser, which this program's types know nothing of.
const shown = 'new Promise((shown) => requestAnimationFrame(() => setTimeout(shown, 30)))'
const watch = `
  globalThis.watcher?.disconnect()
  globalThis.slowest = 0
  globalThis.watcher = new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) slowest = Math.max(slowest, duration)
  })
  watcher.observe({ type: 'event', durationThreshold: 16 })`

/** Does one thing and lets the page show it before the next. */
async function answered(page: Page, act: () => Promise<void>): Promise<void> {
  await act()
  await page.evaluate(shown)
}

/** The longest interaction of a job, as the browser itself measures it. */
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

/** A product whose billing report has more than a thousand agencies. */
async function grow(databaseUrl: string): Promise<number> {
  const db = openDatabase({ url: databaseUrl, poolSize: 2, onError: () => undefined })
  try {
    const names = Array.from({ length: products }, (_, at) => ({ name: `Bench product ${at + 1}` }))
    await db.write.insertInto('product').values(names).execute()
    const to = new Date()
    const from = new Date(to.getTime() - 365 * 24 * 60 * 60 * 1000)
    await growHistory(db.write, { events, from, to }, () => undefined)
    const [first] = await listReportedProducts(db.read)
    return first?.productId ?? 0
  } finally {
    await db.close()
  }
}

/** How soon the table of a report answers, beside a table of React alone with as many rows, in turns. */
async function main(): Promise<void> {
  await using ends = new AsyncDisposableStack()
  execFileSync(process.execPath, [join(root, 'scripts/run.mjs'), join(root, 'scripts/build-console.ts')])
  const folder = mkdtempSync(join(tmpdir(), 'bench-ui-'))
  ends.defer(() => rmSync(folder, { recursive: true, force: true }))
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
  const plain = await openPlain(context, await buildPlainTable(minRows))
  for (const [name, job] of Object.entries(jobs)) {
    const product: number[] = []
    const react: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      await ours.bringToFront()
      product.push(await measure(ours, job))
      await plain.bringToFront()
      react.push(await measure(plain, job))
    }
    const slowest = median(product)
    say(`${name}: ${slowest} ms, React alone ${median(react)} ms (at most ${maxInpMs})`)
    if (slowest > maxInpMs) process.exitCode = 1
  }
}

await main()
