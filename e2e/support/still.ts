import { expect, type Page } from '@playwright/test'

/** Layout shifts of the page since it was opened, and what moved: their sum is at least the Cumulative Layout Shift. */
interface Shifts {
  total: number
  moved: string[]
}

/** Maximum layout shift of a screen while it loads. */
const maxShift = 0.02

// Runs in the page; this file's types have no DOM.
const watch = `
  window.shifts = { total: 0, moved: [] }
  const name = (node) => (node?.textContent ?? '').trim().slice(0, 40)
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      window.shifts.total += value
      for (const { node, previousRect, currentRect } of sources)
        window.shifts.moved.push(name(node) + ': ' + previousRect.y + ' to ' + currentRect.y + ' of ' + value.toFixed(3))
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Makes every page opened from now on count its layout shifts. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript({ content: watch })
}

/** The layout shifts of the page since it was opened. */
export async function readShifts(page: Page): Promise<Shifts> {
  return page.evaluate<Shifts>('window.shifts')
}

/** Expects almost no layout shift since the screen was opened. */
export async function expectStill(page: Page, what: string): Promise<void> {
  const { total, moved } = await readShifts(page)
  expect(total, `${what} moves: ${moved.join('; ')}`).toBeLessThanOrEqual(maxShift)
}
