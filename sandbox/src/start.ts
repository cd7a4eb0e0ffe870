import { demoAccounts } from './demo-data/seed.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { onTerminationSignal } from './signals.ts'
import { sandboxData } from './paths.ts'

/** An integer from the environment, or `fallback`; throws a readable error for anything else. */
function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, max: number): number {
  const text = env[name]?.trim() ?? ''
  if (text === '') return fallback
  const number = Number(text)
  if (Number.isInteger(number) && number >= 0 && number <= max) return number
  throw new Error(`${name} must be a whole number from 0 to ${max}, not "${text}".`)
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

function sayHowToUse({ origin, signInPage }: Sandbox): void {
  const seconds = (performance.now() / 1000).toFixed(1)
  const width = Math.max(...demoAccounts.map(({ username }) => username.length))
  const passwords = [...new Set(demoAccounts.map(({ password }) => password))].join(', ')
  say(`\nAgency Support sandbox, ready after ${seconds} s: ${origin}\n`)
  for (const { username, about } of demoAccounts) say(`  ${username.padEnd(width)}  ${about}`)
  say(`  ${'password'.padEnd(width)}  ${passwords}`)
  if (signInPage !== '') say(`\nTemporary users sign in at their agency on ${signInPage}`)
  say('\nCtrl-C stops it; npm run reset empties it.')
}

async function main(): Promise<void> {
  const wish = new AbortController()
  onTerminationSignal(
    () => wish.abort(),
    () => process.exit(130),
  )
  const sandbox = await startSandbox({
    data: sandboxData(process.env),
    port: wholeNumber(process.env, 'PORT', 4000, 65_535),
    agencies: wholeNumber(process.env, 'SANDBOX_AGENCIES', 2000, 1_000_000),
    alive: wholeNumber(process.env, 'SANDBOX_ALIVE', 200, 100_000),
    speed: wholeNumber(process.env, 'SANDBOX_SPEED', 1, 1000),
    say,
    signal: wish.signal,
  })
  sayHowToUse(sandbox)
  await waitForEnd(sandbox, wish.signal)
}

async function waitForEnd(sandbox: Sandbox, wish: AbortSignal): Promise<void> {
  const wished = new Promise<void>((resolve) =>
    wish.addEventListener('abort', () => resolve(), { once: true }),
  )
  await Promise.race([wished, sandbox.databaseEnded])
  if (!wish.aborted) {
    say('PostgreSQL has ended by itself (see postgres.log beside the data); stopping the rest.')
    process.exitCode = 1
  }
  await sandbox.close()
  if (wish.aborted) say('The sandbox has stopped; its data is kept.')
}

try {
  await main()
} catch (error) {
  const gaveUp = error instanceof Error && error.name === 'AbortError'
  say(gaveUp ? 'Stopped before it was ready.' : error instanceof Error ? error.message : String(error))
  // Whatever started before the failure must not keep this process alive.
  process.exit(1)
}
