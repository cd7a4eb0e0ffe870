import { expect, type Page } from '@playwright/test'

/** What moved in the page by itself, and how much of it: the Cumulative Layout Shift of everything since it was opened. */
interface Shifts {
  total: number
  moved: string[]
}

/** Most that may move of a screen while it loads. */
const maxShift = 0.02

// Runs in the page, which has a DOM where this file has none.
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

/** Lets every page opened from now on count what moves in it. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript({ content: watch })
}

/** How much has moved in the page since it was opened. */
export async function readShifts(page: Page): Promise<Shifts> {
  return page.evaluate<Shifts>('window.shifts')
}

/** Nothing, or next to nothing, has moved since the screen was opened. */
export async function expectStill(page: Page, what: string): Promise<void> {
  const { total, moved } = await readShifts(page)
  expect(total, `${what} moves: ${moved.join('; ')}`).toBeLessThanOrEqual(maxShift)
}
