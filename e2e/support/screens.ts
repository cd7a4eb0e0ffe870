import type { AnyCall } from '@agency-support/contract/call'
import { type Download, expect, type Locator, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { password } from './world.ts'

/** The address of the live stream, to wait until a page receives live hints. */
export const liveStream = /\/api\/live\b/

/** The sign-in screen. */
export function signInPage(page: Page) {
  const email = page.getByRole('textbox', { name: 'Email' })
  const secret = page.getByLabel('Password', { exact: true })
  const submit = page.getByRole('button', { name: 'Sign In' })
  return {
    email,
    password: secret,
    submit,
    cancel: page.getByRole('button', { name: 'Cancel' }),
    async signIn(username: string, text = password) {
      await email.fill(username)
      await secret.fill(text)
      await submit.click()
    },
  }
}

/** Signs in again after being sent to the sign-in screen, and returns to the screen with this title. */
export async function returnTo(page: Page, username: string, title: string): Promise<void> {
  await expect(page).toHaveURL('/signin')
  await signInPage(page).signIn(username)
  await page.getByRole('link', { name: `Return to ${title}` }).click()
}

/** The agency list. */
export function listPage(page: Page) {
  const field = page.getByRole('textbox', { name: 'Agency Id or Name' })
  return {
    field,
    submit: page.getByRole('button', { name: 'Search', exact: true }),
    rows: page.locator('tbody').getByRole('row'),
    async search(text: string) {
      await field.fill(text)
      await field.press('Enter')
    },
  }
}

/** The agency screen with its Config tab. */
export function agencyPage(page: Page) {
  const name = page.getByRole('textbox', { name: 'Agency Name' })
  const update = page.getByRole('button', { name: 'Update' })
  return {
    name,
    update,
    status: page.getByRole('combobox', { name: 'Status' }),
    /** The value of a term, by default in the header. */
    fact: (term: string, within: Page | Locator = page): Locator =>
      within
        .locator('dl > div')
        .filter({ has: page.getByText(term, { exact: true }) })
        .first()
        .locator('dd'),
    /** Waits for what the screen loads last: the health strip. */
    async settled() {
      await expect(page.getByText(/^(Needs attention:|Healthy)/)).toBeVisible()
    },
    async rename(to: string) {
      await name.fill(to)
      await update.click()
      await expect(page.getByRole('heading', { level: 1, name: to })).toBeVisible()
    },
    async setStatus(label: string) {
      await page.getByRole('combobox', { name: 'Status' }).click()
      await page.getByRole('option', { name: label }).click()
    },
  }
}

/** The Command tab. */
export function commandTab(page: Page) {
  const form = page.getByRole('region', { name: 'Command', exact: true })
  const table = page.getByRole('table', { name: 'Queued commands' })
  return {
    form,
    choice: (name: string) => form.getByRole('radio', { name, exact: true }),
    ids: form.getByRole('textbox', { name: 'Client Ids' }),
    execute: form.getByRole('button', { name: 'Execute' }),
    table,
    rows: table.locator('tbody tr[data-row]'),
    refresh: page.getByRole('button', { name: 'Refresh', exact: true }),
    message: (text: string) => page.getByRole('status').filter({ hasText: text }),
  }
}

/** Opens an address and waits until the page receives live hints. */
export async function openLive(page: Page, address: string): Promise<void> {
  const live = page.waitForResponse(liveStream)
  await page.goto(address)
  await live
}

/**
 * The same, and until these reads are answered: until then a session that is lost takes the page away by itself, before
 * anything is pressed.
 */
export async function openRead(page: Page, address: string, ...reads: AnyCall[]): Promise<void> {
  const answers = reads.map(({ at, name }) => {
    if (at.form !== 'command') throw new Error(`${name} has no command`)
    const asked = `"${at.command}"`
    return page.waitForResponse((response) => response.request().postData()?.includes(asked) === true)
  })
  await openLive(page, address)
  await Promise.all(answers)
}

/** The bodies of the calls that a page sends from now on. */
export function recordCalls(page: Page): string[] {
  const bodies: string[] = []
  page.on('request', (request) => {
    const body = request.postData()
    if (body !== null) bodies.push(body)
  })
  return bodies
}

/** The reads of a page before it can learn of a change, after which it reads again. */
export function recordFirstReads(page: Page): string[] {
  const reads: string[] = []
  let isLive = false
  page.on('response', (response) => {
    isLive ||= new URL(response.url()).pathname === '/api/live'
  })
  page.on('request', (request) => {
    if (isLive || request.resourceType() !== 'fetch') return
    reads.push([request.method(), request.url(), request.postData()].join(' '))
  })
  return reads
}

/** Expects a message to be shown until the last millisecond of its duration, and not longer. */
export async function standsFor(page: Page, text: string, ms: number) {
  const bar = page.locator('[data-level]').filter({ hasText: text })
  await expect(bar).toBeVisible()
  await page.clock.runFor(ms - 1)
  await expect(bar).toBeVisible()
  await page.clock.runFor(1)
  await expect(bar).toHaveCount(0)
}

/** Clicks what downloads a file; returns the file's name and text. */
export async function download(from: Locator): Promise<{ name: string; text: string }> {
  return readDownload(await startDownload(from))
}

/** The same of a file that is built in the browser, not by the server. */
export async function downloadBuilt(from: Locator): Promise<{ name: string; text: string }> {
  const file = await startDownload(from)
  expect(file.url()).toMatch(/^blob:/)
  return readDownload(file)
}

async function startDownload(from: Locator): Promise<Download> {
  const coming = from.page().waitForEvent('download')
  await from.click()
  return coming
}

async function readDownload(file: Download): Promise<{ name: string; text: string }> {
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}
