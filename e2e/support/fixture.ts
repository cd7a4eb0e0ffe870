import {
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import { type JudgedAnswers, judgeAnswers } from './judged-answers.ts'
import { figuresVariable, ObservedPage } from './observed.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { admin, openWorld, password, type World } from './world.ts'

type PerTest = {
  /**
   * Whether idle pages prefetch code, as they do for people; only where a test file says so: the dozen tabs of an agency
   * are a sixth of the processor time of a test that opens one of them.
   */
  prefetches: boolean
  /** Patterns of browser console errors that this test provokes on purpose; all others fail it. */
  expectErrors: (...patterns: RegExp[]) => void
  /** Gives a page the session of a person; several pages of a worker share it. */
  enter: (page: Page, username?: string) => Promise<void>
  /** A page in another browser, signed in. */
  elsewhere: (username?: string, options?: BrowserContextOptions) => Promise<Page>
  /** Signs the administrator in on a page and a new person, `name`, on `other`, and opens the address on both. */
  openForTwo: (page: Page, address: string) => Promise<{ name: string; other: Page }>
  errorPatterns: RegExp[]
  freshAddress: undefined
}
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
type PerWorker = {
  /** A server with the demo data on this worker's own database. */
  server: ServerProcess
  /** That database. */
  world: World
  sessions: Map<string, SharedSession>
}

interface SharedSession {
  cookies: Cookies
  signedInAt: number
}

/** Milliseconds for which a session is shared. With a test's own time it stays recent: no step-up is asked (C-06). */
const sharedFor = 10 * 60_000

/** Runs in the page, which then prefetches nothing, as on a slow connection. */
export const neverIdle = 'window.requestIdleCallback = () => 0'

// Chromium reports every 401, and on the sign-in screen that is the answer to whoami.
const alwaysExpected = [/ 401 .*\/auth\/staff\/whoami\b/]

/** Playwright's test with our server behind `page`; an error in the browser's console fails the test. */
export const test = base.extend<PerTest, PerWorker>({
  server: [
    // Playwright reads the names of the required fixtures from this first parameter.
    async ({}, use) => {
      const server = await startServerProcess()
      await use(server)
      await server.stop()
    },
    // As long as the tests' own timeout: the first worker fills a database, and the end deletes one.
    { scope: 'worker', timeout: 240_000 },
  ],
  world: [
    async ({ server }, use) => {
      const world = openWorld(server)
      await use(world)
      await world.close()
    },
    { scope: 'worker' },
  ],
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  prefetches: [false, { option: true }],
  baseURL: async ({ server }, use) => use(server.origin),
  freshAddress: [
    async ({ world }, use) => {
      // All tests come from one address, whose sign-in attempts are rate limited.
      await world.sql('delete from sign_in_address')
      await use(undefined)
    },
    { auto: true },
  ],
  errorPatterns: async ({}, use) => use([...alwaysExpected]),
  expectErrors: async ({ errorPatterns }, use) => use((...patterns) => void errorPatterns.push(...patterns)),
  context: async ({ context, server, errorPatterns, prefetches }, use) => {
    if (!prefetches) await context.addInitScript(neverIdle)
    const watched = watch(context, server.origin)
    await use(context)
    await failOn(watched, errorPatterns)
  },
  page: async ({ page }, use, info) => {
    const path = process.env[figuresVariable]
    if (path === undefined) return use(page)
    const observed = await ObservedPage.slow(page)
    await use(page)
    await observed.write(path, info)
  },
  enter: async ({ server, sessions }, use) =>
    use(async (page, username = admin) => {
      const context = page.context()
      // Closes the page of the previous person, which must not react to the change.
      if (page.url() !== 'about:blank') await page.goto('about:blank')
      await context.clearCookies()
      const shared = sessions.get(username)
      if (shared !== undefined && Date.now() - shared.signedInAt < sharedFor) {
        await context.addCookies(shared.cookies)
        // A test may have ended the shared session.
        const who = await context.request.get(`${server.origin}/auth/staff/whoami`)
        if (who.ok()) return
      }
      await signIn(context, server.origin, username)
      sessions.set(username, { cookies: await context.cookies(), signedInAt: Date.now() })
    }),
  elsewhere: async ({ browser, server, enter, errorPatterns, prefetches }, use) => {
    const opened: { context: BrowserContext; watched: Watched }[] = []
    await use(async (username = admin, options = {}) => {
      const context = await browser.newContext(options)
      if (!prefetches) await context.addInitScript(neverIdle)
      opened.push({ context, watched: watch(context, server.origin) })
      const page = await context.newPage()
      await enter(page, username)
      return page
    })
    for (const { context, watched } of opened) {
      await context.close()
      await failOn(watched, errorPatterns)
    }
  },
  openForTwo: async ({ enter, elsewhere, world }, use) =>
    use(async (page, address) => {
      const name = await world.person()
      await enter(page)
      const other = await elsewhere(name)
      for (const one of [page, other]) await one.goto(address)
      return { name, other }
    }),
})

/** Signs a browser in by the API, without the screen. */
export async function signIn(context: BrowserContext, origin: string, username: string): Promise<void> {
  const answer = await context.request.post(`${origin}/auth/staff/signin/cookie`, {
    headers: { origin },
    data: { username, password },
  })
  expect(await answer.json()).toMatchObject({ status: 0 })
}

/** Locks an account by ten wrong passwords. */
export async function lockByGuessing(
  context: BrowserContext,
  origin: string,
  username: string,
): Promise<void> {
  for (let attempt = 1; attempt <= 10; attempt += 1)
    await context.request.post(`${origin}/auth/staff/signin/cookie`, {
      headers: { origin },
      data: { username, password: `guess ${attempt}` },
    })
}

interface Watched {
  errors: readonly string[]
  answers: JudgedAnswers
}

const watch = (context: BrowserContext, origin: string): Watched => ({
  errors: collectErrors(context),
  answers: judgeAnswers(context, origin),
})

async function failOn({ errors, answers }: Watched, expected: readonly RegExp[]): Promise<void> {
  expect(await answers.find(), 'answers of the server').toEqual([])
  const unexpected = errors.filter((error) => !expected.some((pattern) => pattern.test(error)))
  expect(unexpected, 'errors in the browser console').toEqual([])
}

/** Console errors and uncaught errors of the pages in `context`, added as they occur. */
function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (problem) => errors.push(String(problem.error())))
  return errors
}

export { expect }
