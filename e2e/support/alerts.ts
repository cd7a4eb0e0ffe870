import type { Page } from '@playwright/test'
import type { World } from './world.ts'

/** Alerts Administration. */
export function alertsPage(page: Page) {
  const dialog = page.getByRole('dialog')
  const which = dialog.getByRole('textbox', { name: 'Which Agencies?' })
  return {
    rows: page.locator('tbody tr[data-row]'),
    header: (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}( \\(ET\\))?$`) }),
    add: page.getByRole('button', { name: 'Add alert' }),
    banner: page.locator('[data-kind="bad"]'),
    message: page.locator('[data-level]'),
    dialog,
    choose: (field: string, label: string) => dialog.getByLabel(field).selectOption({ label }),
    text: dialog.getByRole('textbox', { name: 'Message' }),
    radio: (name: string) => dialog.getByRole('radio', { name }),
    which,
    chips: dialog.getByRole('list', { name: 'Agencies it is sent to' }).getByRole('listitem'),
    save: dialog.getByRole('button', { name: 'Save' }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
  }
}

/** Ends every alert, so that none appears on other screens of this worker. */
export async function endAll(world: World): Promise<void> {
  await world.sql('update system_alert set end_time = now() where end_time is null')
}

/** Sends an alert through the API, as the person of the page. */
export async function sendPast(page: Page, origin: string, alert: object): Promise<{ guid: string }> {
  const answer = await page.request.post(`${origin}/api/request`, {
    headers: { origin },
    data: {
      command: 'SendExternalAlert',
      category: 2,
      priority: 1,
      feature: 2,
      message: 'Vendor data is late.',
      ...alert,
    },
  })
  const { data } = (await answer.json()) as { data: { guid: string }[] }
  return data[0] ?? Promise.reject(new Error(await answer.text()))
}

/** The recorded calls of a command, as objects. */
export const commands = (calls: readonly string[], command: string) =>
  calls
    .map((body) => JSON.parse(body) as Record<string, unknown>)
    .filter((call) => call['command'] === command)
