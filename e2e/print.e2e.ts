import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from './support/fixture.ts'
import { admin } from './support/world.ts'

/** The texts of the sheets that the shown screen is printed on. */
async function print(page: Page, paper: Parameters<Page['pdf']>[0]): Promise<string[]> {
  const pdf = await page.pdf(paper)
  return (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text
}

test('every sheet ends with address, person, time and environment, and says which of how many it is', async ({
  page,
  enter,
}) => {
  await page.clock.setFixedTime(new Date('2026-11-27T15:04:05Z'))
  await enter(page, admin)
  // With a mark that would end a style sheet's text.
  const query = '?note=%22%5C'
  await page.goto(`/help${query}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Help Topics' })).toBeVisible()
  const sheets = await print(page, { format: 'A4' })
  expect(sheets.length).toBeGreaterThan(1)
  for (const [at, text] of sheets.entries()) {
    expect(text).toContain(`/help${query}`)
    expect(text).toContain(`${admin} · 11/27/2026 10:04:05 EST · `)
    expect(text).toContain(`Page ${at + 1} of ${sheets.length}`)
  }
})
