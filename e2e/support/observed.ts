import type { Page, TestInfo } from '@playwright/test'
import { appendFileSync } from 'node:fs'
import { readShifts, watchShifts } from './still.ts'

/** Environment variable with the file for the figures of each page, one JSON line each; set by npm run bench:ui. */
export const figuresVariable = 'AGENCY_SUPPORT_PAGE_FIGURES'

/** Performance of a page, in milliseconds as measured by the browser. */
export interface PageFigures {
  /** The test that used the page. */
  title: string
  /** The slowest response to a press or key (Interaction to Next Paint); undefined without any. */
  inp: number | undefined
  /** The press or key that was answered last of all, 'keydown Enter'; undefined when there was none. */
  slowest: string | undefined
  /** When the largest of what is seen first was painted (Largest Contentful Paint). */
  lcp: number
  /** The sum of all layout shifts, which is at least the Cumulative Layout Shift. */
  shift: number
  /** Scripts of the console by their addresses, in bytes as received. */
  scripts: Record<string, number>
  /** What the test itself measured, in milliseconds. */
  measured: Record<string, number>
}

/** Simulates an old laptop in an office far from the server. */
const slow = { cpu: 4, latencyMs: 40 }

// Runs in the page; this file's types have no DOM.
const watch = `
  window.requestIdleCallback = () => 0
  window.answers = new Map()
  window.painted = 0
  const pressed = new Map()
  for (const type of ['keydown', 'keyup'])
    addEventListener(type, ({ timeStamp, key }) => pressed.set(timeStamp, key), { capture: true })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name, startTime } of list.getEntries())
      if (interactionId > 0 && duration > (answers.get(interactionId)?.duration ?? 0))
        answers.set(interactionId, { duration, what: (name + ' ' + (pressed.get(startTime) ?? '')).trim() })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) painted = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
`

interface Answer {
  duration: number
  /** The event, and its key where it has one. */
  what: string
}

/** A page of which the browser notes what it takes. */
export class ObservedPage {
  readonly #page: Page
  readonly #scripts: Record<string, number> = {}

  private constructor(page: Page) {
    this.#page = page
  }

  /** The same on a machine four times as slow, with an empty cache and without prefetching. */
  static async slow(page: Page): Promise<ObservedPage> {
    const observed = new ObservedPage(page)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu })
    await session.send('Network.enable')
    const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
    await session.send('Network.emulateNetworkConditions', { ...unlimited, latency: slow.latencyMs })
    const urls = new Map<string, string>()
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script') urls.set(requestId, response.url)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = urls.get(requestId)
      if (url !== undefined) observed.#scripts[url] = encodedDataLength
    })
    await watchShifts(page)
    await page.addInitScript({ content: watch })
    return observed
  }

  /** Appends the figures to a file, after the page has been used. */
  async write(path: string, { title, annotations }: TestInfo): Promise<void> {
    // The last interaction is reported with the next frame.
    await this.#page.evaluate('new Promise((seen) => requestAnimationFrame(() => setTimeout(seen, 50)))')
    const [answers, lcp] = await this.#page.evaluate<[Answer[], number]>('[[...answers.values()], painted]')
    const { total } = await readShifts(this.#page)
    const slowest = answers.toSorted((a, b) => b.duration - a.duration)[0]
    const figures: PageFigures = {
      title,
      inp: slowest?.duration,
      slowest: slowest?.what,
      lcp,
      shift: total,
      scripts: this.#scripts,
      measured: Object.fromEntries(annotations.map(({ type, description }) => [type, Number(description)])),
    }
    appendFileSync(path, `${JSON.stringify(figures)}\n`)
  }
}
