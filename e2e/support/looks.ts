import { AxeBuilder } from '@axe-core/playwright'
import { type ElementHandle, expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colourRules = ['color-contrast', 'link-in-text-block']

// A string, because it runs in the page: finite transitions in progress, without endless and scroll-driven
// animations.
const onTheirWay = `document.getAnimations()
  .filter(({ effect, playState, timeline }) => playState === 'running' && timeline === document.timeline &&
    effect.getComputedTiming().endTime !== Infinity)
  .map(({ effect }) => effect.target.outerHTML.slice(0, 120))`

// Empty elements around an open popup that forward focus immediately, so that it never stays on a hidden element; axe
// cannot see that (dequelabs/axe-core#4832), states.e2e.ts presses Tab through one to prove it.
const focusGuards = '[data-base-ui-focus-guard]'

// Frames need axe in each, and a separate page for the result; a single document needs it once, which is five times
// cheaper.
async function axeOn(page: Page): Promise<AxeBuilder> {
  if (page.frames().length > 1) return new AxeBuilder({ page })
  const isThere = await page.evaluate<boolean>('"axe" in window')
  return new AxeBuilder(isThere ? { page, axeSource: ';' } : { page }).setLegacyMode()
}

/**
 * Expects no violation of WCAG 2.2 AA or axe's best practices on the page as it is now; `state` names it in a
 * failure.
 */
export function expectAccessible(page: Page, state: string): Promise<void> {
  return expectNoViolation(page, state, (axe) => axe.withTags(rules))
}

/** The same for the colour rules only, when the rest was checked in another theme of the same page. */
export function expectContrast(page: Page, state: string): Promise<void> {
  return expectNoViolation(page, state, (axe) => axe.withRules(colourRules))
}

async function expectNoViolation(
  page: Page,
  state: string,
  choose: (axe: AxeBuilder) => AxeBuilder,
): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(onTheirWay), `still moving: ${state}`).toEqual([])
  const axe = choose((await axeOn(page)).options({ resultTypes: ['violations'] }))
  const { violations } = await axe.exclude(focusGuards).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, `axe: ${state}`).toEqual([])
}

/** The same for the light and the dark theme of the page; leaves it in the light one. */
export async function expectAccessibleInBoth(page: Page, state: string): Promise<void> {
  await chooseLook(page, 'dark', state)
  await expectContrast(page, `${state} dark`)
  await chooseLook(page, 'light', state)
  await expectAccessible(page, `${state} light`)
}

async function chooseLook(page: Page, colorScheme: 'dark' | 'light', state: string): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html'), state).toHaveCSS('color-scheme', colorScheme)
}

/** Expects that the page does not scroll horizontally; wide tables scroll in their own box. */
export async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
  const over = () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
  await expect.poll(over, `sideways scroll: ${state}`).toBeLessThanOrEqual(0)
}

// A string, because it runs in the page: controls that reach over the side of something they stand in. What scrolls
// sideways holds its content all the same.
const overTheSide = `[...document.querySelectorAll('main :is(button, input, select, textarea):not(td *, th *)')].filter((control) => {
  const { right, width } = control.getBoundingClientRect()
  if (width <= 1 || !control.checkVisibility()) return false
  for (let box = control.parentElement; box !== null && box.tagName !== 'MAIN'; box = box.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) return false
    if (box.getBoundingClientRect().width > 1 && right > box.getBoundingClientRect().right + 1) return true
  }
  return false
}).map((control) => control.outerHTML.slice(0, 160))`

/** Expects that no control is wider than the card or the line that it stands in. */
export async function expectControlsInside(page: Page, state: string): Promise<void> {
  expect(await page.evaluate<string[]>(overTheSide), `over the side: ${state}`).toEqual([])
}

/** Expects that every disabled control has an accessible reason. */
export async function expectReasons(page: Page, state: string): Promise<void> {
  const disabled = page.locator('button, input, select, textarea').and(page.locator(':disabled:visible'))
  for (const control of await disabled.all())
    await expect(control, `disabled without a reason: ${state}`).toHaveAccessibleDescription(/.{10,}/)
}

type Stop = { index: number; what: string; seen: boolean; marked: boolean }

// A string, because it runs in the page: what has the focus, whether it is completely covered, and whether it or its
// box has a focus indicator.
const stopAtFocus = `(() => {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return null
  const box = focused.getBoundingClientRect()
  const shares = [0.02, 0.25, 0.5, 0.75, 0.98]
  const seen = shares.some((x) => shares.some((y) =>
    focused.contains(document.elementFromPoint(box.left + box.width * x, box.top + box.height * y))))
  const marked = [focused, focused.parentElement].some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
  })
  const index = [...document.querySelectorAll('*')].indexOf(focused)
  return { index, what: focused.outerHTML.slice(0, 120), seen, marked }
})()`

/**
 * Presses Tab through the page and expects every stop to be visible and marked as focused, and none to trap the
 * focus.
 */
export async function expectGoodStops(page: Page, state: string): Promise<void> {
  const stops = new Map<number, Stop>()
  // Starts before the first stop, wherever the focus was.
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Shift+Tab')
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate<Stop | null>(stopAtFocus)
    if (stop === null || stops.has(stop.index)) break
    stops.set(stop.index, stop)
  }
  // The tooltip of the last stop must not appear during the next check.
  await page.evaluate('document.activeElement?.blur()')
  expect(stops.size, `keyboard stops: ${state}`).toBeGreaterThan(1)
  const bad = [...stops.values()].filter(({ seen, marked }) => !seen || !marked)
  expect(bad, `bad keyboard stops: ${state}`).toEqual([])
}

/** Width of a sheet of A4 in px. */
const sheet = 794

// A string, because it runs in the page: column headings, their names and live choices missing on paper, and columns
// too narrow to read. Text for screen readers only counts as shown.
const leftOut = `[
  ...[...document.querySelectorAll('thead th')].filter((head) => head.textContent.trim() !== '' && head.innerText.trim() === ''),
  ...[...document.querySelectorAll('tbody [role="combobox"], main [role="switch"]')].filter((control) => !control.checkVisibility()),
  ...[...document.querySelectorAll('tbody :is(th, td)')].filter((cell) =>
    cell.innerText.trim().length > 1 && cell.getBoundingClientRect().width < 20),
].map((element) => element.outerHTML.slice(0, 160))`

/** Expects that a printed page shows all columns of its tables, with headings, names and states. */
export async function expectPrints(page: Page, state: string): Promise<void> {
  await page.setViewportSize({ width: sheet, height: 1123 })
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate<string[]>(leftOut), `left out on paper: ${state}`).toEqual([])
  const beyond = `[...document.querySelectorAll('th, td')].filter((cell) =>
    cell.getBoundingClientRect().right > ${sheet} + 1).map((cell) => cell.textContent)`
  expect(await page.evaluate<string[]>(beyond), `beyond the sheet: ${state}`).toEqual([])
}

// WCAG 1.4.12: text spacing that a person may set, which must not cut off anything.
const wideText = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

// A string, because it runs in the page: elements that hide part of their own text. Screen-reader text is one pixel
// large; a text may end in an ellipsis if its title shows all of it, which a cell of a table sets for the pointer.
const cutOff = `[...document.querySelectorAll('body *')].filter((element) => {
  const { overflowX, overflowY, visibility } = getComputedStyle(element)
  const hides = (overflow) => overflow === 'hidden' || overflow === 'clip'
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
  if (visibility !== 'visible' || clientWidth <= 1 || element.textContent.trim() === '') return false
  const isCut = (hides(overflowX) && scrollWidth > clientWidth + 1) || (hides(overflowY) && scrollHeight > clientHeight + 1)
  if (!isCut) return false
  element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
  const letters = (text) => text.replaceAll(/\\s/g, '')
  return letters(element.title) !== letters(element.textContent)
}).map((element) => element.outerHTML.slice(0, 160))`

/** Expects that wider text spacing cuts nothing off. */
export async function expectRoomForText(page: Page, state: string): Promise<void> {
  // Not a style element: the console's content security policy forbids it.
  await page.evaluate(`{
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(wideText)})
    document.adoptedStyleSheets = [sheet]
  }`)
  expect(await page.evaluate<string[]>(cutOff), `cut off: ${state}`).toEqual([])
  await page.evaluate('document.adoptedStyleSheets = []')
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
