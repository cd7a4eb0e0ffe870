import { expect, type Page } from '@playwright/test'

export function palette(page: Page) {
  const field = page.getByRole('combobox', { name: 'Search or jump' })
  return {
    dialog: page.getByRole('dialog', { name: 'Search or jump' }),
    field,
    rows: page.getByRole('option'),
    /** The rows under a heading, after the heading. */
    groups: page.getByRole('listbox').getByRole('group'),
    marked: page.getByRole('option', { selected: true }),
    async open() {
      await page.keyboard.press('Control+k')
      await expect(field).toBeFocused()
    },
  }
}
