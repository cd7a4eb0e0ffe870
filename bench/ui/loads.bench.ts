import { expect, test } from '../../e2e/support/fixture.ts'
import { heading, places } from '../../e2e/support/places.ts'
import { listPage, signInPage } from '../../e2e/support/screens.ts'

const jumps = 7

test('sign-in and first list', async ({ page, world }) => {
  const person = await world.person()
  await page.goto('/')
  await signInPage(page).signIn(person)
  // Otherwise the pointer would rest on a row, which prefetches its agency's screen.
  await page.mouse.move(0, 0)
  const { field } = listPage(page)
  await expect(field).toBeFocused()
  await field.fill('smith')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('cell', { name: /^Smith Insurance/ }).first()).toBeVisible()
})

for (const { name, path: usual, prepare, open, ready } of places)
  test(`load ${name}`, async ({ page, enter, world }) => {
    const path = (await prepare?.(world)) ?? usual
    if (!open) await enter(page)
    await page.goto(path)
    await ready(page)
  })

// Runs in the page: from the press of Ctrl-K until a name is painted as heading.
const watchName = (name: string): string => `void (window.timeToName = new Promise((done) => {
  let began
  const begin = (event) => { if (event.ctrlKey && event.key === 'k') began ??= event.timeStamp }
  window.addEventListener('keydown', begin, { capture: true })
  const look = () => {
    const isThere = document.querySelector('h1')?.textContent?.includes(${JSON.stringify(name)})
    if (began === undefined || !isThere) requestAnimationFrame(look)
    else requestAnimationFrame(() => done(performance.now() - began))
  }
  look()
}))`

test('jump to an agency by its id', async ({ page, enter, world }, info) => {
  const names = Array.from({ length: jumps }, (_, at) => `Jumped Insurance ${at + 1}`)
  const ids: number[] = []
  for (const name of names) ids.push(await world.agency({ name }))
  await enter(page)
  await page.goto('/agency-detail/8951')
  await heading(page, 'Lee Agency Group')
  for (const [at, name] of names.entries()) {
    await page.evaluate(watchName(name))
    await page.keyboard.press('Control+k')
    await page.keyboard.type(String(ids[at]))
    await page.keyboard.press('Enter')
    info.annotations.push({
      type: `jump ${at + 1}`,
      description: String(await page.evaluate<number>('timeToName')),
    })
    await heading(page, name)
  }
})
