import type { Page } from '@playwright/test'

/**
 * Presses and counts keys; typed text, which a caller dictates, is counted separately. `msPerKey` sets the typing
 * speed.
 */
export function counting(page: Page, msPerKey = 0) {
  const spent = { keys: 0, typed: 0 }
  const delay = { delay: msPerKey }
  return {
    spent,
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key, delay)
      spent.keys += keys.length
    },
    async type(text: string) {
      await page.keyboard.type(text, delay)
      spent.typed += text.length
    },
  }
}
