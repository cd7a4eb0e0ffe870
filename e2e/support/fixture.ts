import { test as base, type BrowserContext, expect } from '@playwright/test'
import { type ServerProcess, startServerProcess } from './server-process.ts'

type PerTest = {
  /** Errors of the browser console that a story provokes on purpose: `test.use({ expectedErrors: [/ 401 /] })`. */
  expectedErrors: RegExp[]
  noConsoleErrors: undefined
}
type PerWorker = {
  /** A server with the demo data on a database of this worker's own. */
  server: ServerProcess
}

// Chromium itself reports every 401, and at the sign-in screen that is the answer to who is signed in.
const alwaysExpected = [/ 401 .*\/auth\/staff\/whoami\b/]

/** Playwright's test with our server behind `page`; an error in the browser's console fails it. */
export const test = base.extend<PerTest, PerWorker>({
  server: [
    // Playwright reads the names of the fixtures wanted out of this first parameter.
    async ({}, use) => {
      const server = await startServerProcess()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  expectedErrors: [[], { option: true }],
  noConsoleErrors: [
    async ({ context, expectedErrors }, use) => {
      const errors = collectErrors(context)
      await use(undefined)
      const expected = [...alwaysExpected, ...expectedErrors]
      const unexpected = errors.filter((error) => !expected.some((pattern) => pattern.test(error)))
      expect(unexpected, 'errors in the browser console').toEqual([])
    },
    { auto: true },
  ],
})

/** The errors that pages of `context` write to the console or leave uncaught, as they come. */
export function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (problem) => errors.push(String(problem.error())))
  return errors
}

export { expect }
