import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const minifiedAxe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

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

// In the page's own document alone, where it is needed once: five times cheaper than in each frame with a separate page
// for the result. What the console frames belongs to other sites. AxeBuilder itself would send twice the size, two
// times for each check.
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate<boolean>('"axe" in window')
  if (!isThere) await page.evaluate(minifiedAxe)
  return new AxeBuilder({ page, axeSource: ';' }).setLegacyMode()
}

/**
 * Expects no violation of WCAG 2.2 AA or axe's best practices on the page as it is now; `state` names it in a
 * failure.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await expectNoViolation(page, state, (axe) => axe.withTags(rules))
  // An alert in a region that is read out itself is read twice. Looked at once, as a message goes by itself.
  const readOut = ':is([role="status"], output, [aria-live]:not([aria-live="off"]))'
  expect(await page.locator(`${readOut} [role="alert"]`).count(), `read out twice: ${state}`).toBe(0)
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
  const axe = choose((await axeOn(page)).options({ resultTypes: ['violations'], iframes: false }))
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
  // Without motion the colours change at once, not in as many frames as the transition takes.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html'), state).toHaveCSS('color-scheme', colorScheme)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
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
