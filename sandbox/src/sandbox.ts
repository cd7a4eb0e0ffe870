import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { sandboxConfig } from '@agency-support/server/settings/config'
import { folderSettings } from '@agency-support/server/settings/files'
import { migrate } from '@agency-support/server/db/migrate'
import { startServer } from '@agency-support/server/server'
import { databaseAccount } from './account.ts'
import { seedFormstack } from './agencies/seed-formstack.ts'
import { startAgencies } from './agencies/start.ts'
import { reportMails } from './agencies/report-mails.ts'
import { startSandboxDatabase } from './database.ts'
import { sendDemoAlerts } from './demo-data/alerts.ts'
import { asStaff } from './demo-data/as-staff.ts'
import { type DemoAgency, demoAgencies } from './demo-data/agencies.ts'
import { aliveAgencies, giveAgentKeys, sandboxAgentKey } from './demo-data/agent-keys.ts'
import { createDemoProducts, importDemoItems, listOffered } from './demo-data/products.ts'
import { completeDemo, type DemoAccount, demoAccounts, demoSeed, seedDemo } from './demo-data/seed.ts'
import { fillSubscriptions } from './demo-data/subscriptions.ts'
import { setTextingLive } from './demo-data/texting-live.ts'
import { type Emulators, pointWebhooks, startEmulators } from './emulators.ts'
import { takeLock } from './lock.ts'
import { sandboxFrames, startManagementSite } from './management-site/start.ts'
import { checkout, getPaths, preparePaths, type SandboxPaths } from './paths.ts'

/** Agencies whose users have received mails. */
const mailed = 200

export interface SandboxOptions {
  /** Folder of all data: .data or SANDBOX_DATA. */
  data: string
  /** 0 takes any free port. */
  port: number
  /** Number of demo agencies. */
  agencies: number
  /** How many of them run their software. */
  alive: number
  /** Activity of the agencies: at 1 a seat request about every minute, at 0 only commands. */
  speed: number
  say: (line: string) => void
  /** Aborts the start. */
  signal: AbortSignal
}

export interface Sandbox {
  origin: string
  /** Address of the page for signing in at a simulated agency, or empty. */
  signInPage: string
  /** Resolves when the database has ended, by itself or through `close`. */
  databaseEnded: Promise<void>
  /** Stops server, jobs and database, in that order. */
  close(): Promise<void>
}

/** Starts everything that `npm start` runs; rejects with a readable error, leaving nothing running. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { data, port, agencies, alive, speed, say, signal } = options
  const paths = getPaths(data, databaseAccount())
  await using ends = new AsyncDisposableStack()
  preparePaths(paths)
  const lock = takeLock(paths.lock, 'sandbox')
  ends.defer(() => lock.release())
  await refuseUselessPort(port)

  const build = beginConsoleBuild()
  ends.defer(() => build.stop())
  const database = await startSandboxDatabase(paths)
  ends.defer(() => database.stop())
  signal.throwIfAborted()
  lock.publish({ databaseUrl: database.url })
  await migrate(database.url)
  signal.throwIfAborted()
  const isNew = await seedDemo({ databaseUrl: database.url, agencies, log: say })
  await giveAgentKeys(database.url, aliveAgencies(Math.min(alive, agencies)))
  await build.done
  signal.throwIfAborted()
  const consoleFolder = copyConsole(paths)
  const site = await startManagementSite()
  ends.defer(() => site.close())
  const frames = sandboxFrames(site.addresses)
  const emulators = await startEmulators()
  ends.defer(() => emulators.close())
  const living = [...demoAgencies(Math.min(alive, agencies), demoSeed)]
  await seedFormstack(emulators.urls.formstack, living, new Date())
  const files = folderSettings(paths.files)
  // Whichever of its names and addresses a browser takes, it is answered.
  const host = 'localhost'
  const databaseUrl = database.url
  const providers = { ...emulators.settings, webhooks: emulators.webhooks }
  const config = sandboxConfig({ databaseUrl, host, port, consoleFolder, frames, files, ...providers })
  const server = await startServer(config)
  ends.defer(() => server.close())
  const telling = tellDemoMails({ emulators, origin: server.origin, agencies, say })
  ends.defer(() => telling)
  const origin = `http://${config.host}:${server.port}`
  await pointWebhooks(emulators, origin)
  if (isNew) await finishDemo(origin, databaseUrl, { agencies, living })
  const software = startAgencies({
    origin,
    agencies: living,
    getKey: sandboxAgentKey,
    record: join(paths.agencies, 'record'),
    speed,
    products: await listOffered(databaseUrl),
    say,
  })
  ends.defer(() => software.stop())
  const signInPage = await software.signInPage
  lock.publish({ origin: server.origin })
  const held = ends.move()
  const close = () => held.disposeAsync()
  return { origin: server.origin, signInPage, databaseEnded: database.ended, close }
}

/** Makes the emulator report demo mails shortly after the start. */
function tellDemoMails(of: {
  emulators: Pick<Emulators, 'urls'>
  origin: string
  agencies: number
  say: (line: string) => void
}): Promise<void> {
  return reportMails({
    control: of.emulators.urls.sendGrid,
    origin: of.origin,
    agencies: [...demoAgencies(Math.min(of.agencies, mailed), demoSeed)],
    now: new Date(),
  }).catch((error: unknown) => of.say(`The demo data lacks its mails: ${String(error)}`))
}

/** Sends a new sandbox the data that staff would have created; after an interrupted first start, what is missing. */
async function sendDemoData(origin: string, databaseUrl: string, sender: DemoAccount): Promise<void> {
  await importDemoItems(databaseUrl)
  await asStaff(origin, sender, async (call) => {
    await sendDemoAlerts(call, databaseUrl)
    await createDemoProducts(call)
  })
}

/** Sends that data, adds its history and marks the demo data as complete. */
async function finishDemo(
  origin: string,
  databaseUrl: string,
  { agencies, living }: { agencies: number; living: readonly DemoAgency[] },
): Promise<void> {
  const [sender] = demoAccounts
  const now = new Date()
  if (sender !== undefined) {
    await sendDemoData(origin, databaseUrl, sender)
    await setTextingLive(databaseUrl, living, { by: sender.username, now })
  }
  await fillSubscriptions(databaseUrl, { agencies, alive: living.length }, now)
  await completeDemo(databaseUrl)
}

// Checked before the database starts, which takes seconds.
async function refuseUselessPort(port: number): Promise<void> {
  const probe = createServer((_request, response) => response.end())
  probe.listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
    // Browsers and fetch refuse some ports, for example 6000, even when nothing is wrong with them.
    if (port !== 0) await fetch(`http://127.0.0.1:${port}`)
  } catch (cause) {
    throw new Error(
      `Port ${port} cannot be used (${whyUseless(cause)}). Choose another: PORT=4001 npm start`,
      {
        cause,
      },
    )
  } finally {
    probe.close()
  }
}

function whyUseless(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error && error.cause.message === 'bad port') return 'browsers refuse to use it'
  if (!('code' in error)) return String(error)
  return error.code === 'EADDRINUSE' ? 'another program listens on it' : String(error.code)
}

/** The built console in a place of its own: the next build exchanges web/dist while the server still sends this one. */
function copyConsole({ console: copy }: SandboxPaths): string {
  rmSync(copy, { recursive: true, force: true })
  cpSync(join(checkout, 'web/dist'), copy, { recursive: true })
  return copy
}

interface ConsoleBuild {
  done: Promise<void>
  stop(): void
}

/** Updates web/dist in its own process, in parallel with the rest of the start; it says so if that takes time. */
function beginConsoleBuild(): ConsoleBuild {
  const child = spawn(process.execPath, [join(checkout, 'scripts/build-console.ts')], { stdio: 'inherit' })
  const done = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error('The console could not be built.')
  })
  // The awaiting caller handles the rejection; if something else fails first, nobody awaits it.
  done.catch(() => undefined)
  return { done, stop: () => void child.kill() }
}
