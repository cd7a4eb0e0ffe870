import { type ElementHandle, expect, type Page } from '@playwright/test'

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
export async function expectNoShift(page: Page, what: string): Promise<void> {
  const { total, moved } = await readShifts(page)
  expect(total, `${what} moves: ${moved.join('; ')}`).toBeLessThanOrEqual(maxShift)
}

/** A visible control and its position. */
interface Placed {
  control: ElementHandle
  text: string | null
  box: Awaited<ReturnType<ElementHandle['boundingBox']>>
}

/** Positions of all visible controls. */
export async function placedControls(page: Page): Promise<Placed[]> {
  const controls = await page.locator('button, a, input, [role="combobox"], [role="switch"]').elementHandles()
  const all = await Promise.all(
    controls.map(async (control) => ({
      control,
      text: await control.textContent(),
      box: await control.boundingBox(),
    })),
  )
  return all.filter(({ box }) => box !== null && box.y < (page.viewportSize()?.height ?? 0))
}

/** Expects all of them at the same position, whatever has appeared since. */
export async function expectStill(placed: readonly Placed[], state: string): Promise<void> {
  const now = await Promise.all(
    placed.map(async ({ control, text }) => ({ text, box: await control.boundingBox() })),
  )
  expect(now, `moved: ${state}`).toEqual(placed.map(({ text, box }) => ({ text, box })))
}

// Runs in the page: controls of the screen whose lower edge can be pressed, with the place where it begins.
const pressable = `[...document.querySelectorAll('main :is(button, a, input, select, textarea)')].flatMap((control) => {
  const { left, bottom, width } = control.getBoundingClientRect()
  const isOnTop = control.contains(document.elementFromPoint(left + width / 2, bottom - 2))
  return isOnTop ? [(control.textContent || control.getAttribute('aria-label') || control.name) + ' at ' + Math.round(left) + ' ' + Math.round(bottom)] : []
})`

/** The controls of the screen that nothing covers, and where they are. */
export async function pressableControls(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(pressable)
}
