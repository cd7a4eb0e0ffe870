import { expect, type Locator, type Page } from '@playwright/test'

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

/** Expects that something stands below something else and covers nothing of it. */
export async function expectBelow(lower: Locator, upper: Locator): Promise<void> {
  const { y, height } = (await upper.boundingBox()) ?? { y: Infinity, height: 0 }
  expect((await lower.boundingBox())?.y).toBeGreaterThanOrEqual(y + height)
}

/** The lines that each half of a shown address takes: what is before its @, and the rest. */
export function countLinesOfHalves(page: Page, address: string): Promise<number[]> {
  const at = address.lastIndexOf('@')
  // A string, because it runs in the page. The innermost element with the address comes last.
  return page.evaluate<number[]>(`{
    const holder = [...document.querySelectorAll('td, td *')].findLast((one) => one.textContent === '${address}')
    const letters = []
    const walker = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      for (let from = 0; from < walker.currentNode.length; from += 1) {
        const range = document.createRange()
        range.setStart(walker.currentNode, from)
        range.setEnd(walker.currentNode, from + 1)
        letters.push(Math.round(range.getBoundingClientRect().top))
      }
    ;[letters.slice(0, ${at}), letters.slice(${at})].map((tops) => new Set(tops).size)
  }`)
}

/** Width and height of a sheet of A4 in px. */
const sheet = [794, 1123] as const

// A string, because it runs in the page: column headings, their names and live choices missing on paper, and columns
// too narrow to read. Text for screen readers only counts as shown.
const leftOut = `[
  ...[...document.querySelectorAll('thead th')].filter((head) => head.textContent.trim() !== '' && head.innerText.trim() === ''),
  ...[...document.querySelectorAll('tbody [role="combobox"], main [role="switch"]')].filter((control) => !control.checkVisibility()),
  ...[...document.querySelectorAll('tbody :is(th, td)')].filter((cell) =>
    cell.innerText.trim().length > 1 && cell.getBoundingClientRect().width < 20),
].map((element) => element.outerHTML.slice(0, 160))`

// A string, because it runs in the page: dates that are broken in two.
const brokenDates = `[...document.querySelectorAll(':is(th, td) time')].filter((time) => {
  if (!/^\\d\\d\\/\\d\\d\\/\\d{4}/.test(time.textContent)) return false
  const text = document.createTreeWalker(time, NodeFilter.SHOW_TEXT).nextNode()
  const date = document.createRange()
  date.setStart(text, 0)
  date.setEnd(text, 'MM/DD/YYYY'.length)
  return new Set([...date.getClientRects()].map(({ top }) => top)).size > 1
}).map((time) => time.outerHTML)`

/** Expects that a printed page shows all columns of its tables, with headings, names and states. */
export async function expectPrints(page: Page, state: string): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  const isWide = await page.evaluate<boolean>(
    `getComputedStyle(document.querySelector('main')).page === 'wide'`,
  )
  const [width, height] = isWide ? sheet.toReversed() : sheet
  await page.setViewportSize({ width, height })
  expect(await page.evaluate<string[]>(leftOut), `left out on paper: ${state}`).toEqual([])
  expect(await page.evaluate<string[]>(brokenDates), `broken on paper: ${state}`).toEqual([])
  const beyond = `[...document.querySelectorAll('th, td')].filter((cell) =>
    cell.getBoundingClientRect().right > ${width} + 1).map((cell) => cell.textContent)`
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
