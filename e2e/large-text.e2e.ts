import type { Page } from '@playwright/test'
import { expect, test } from './support/fixture.ts'
import { expectBelow } from './support/layout.ts'

/** Opens pages from now on with text of twice the size. */
const doubleText = (page: Page) =>
  page.addInitScript(
    "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%' })",
  )

test('text of twice the size leaves room for the errors between the fields of a form', async ({
  page,
  enter,
}) => {
  await enter(page)
  await doubleText(page)
  await page.goto('/products')
  await page.getByRole('button', { name: 'Create New Vendor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a New Vendor' })
  await dialog.getByLabel('Vendor Name').fill('x'.repeat(101))
  await dialog.getByLabel('Vendor Email').fill('nobody')
  await page.keyboard.press('Enter')
  const label = (name: string) => dialog.locator('label', { hasText: name })
  const error = dialog.locator('p', { hasText: 'Vendor Name must be at most 100 characters.' })
  await expectBelow(label('Vendor Email'), error)
  await expectBelow(label('Address Line 1'), dialog.locator('p', { hasText: 'Invalid e-mail' }))
})
