import { type Fleet, type FleetOptions, startFleet } from './fleet.ts'

/** What the sandbox tells this process at its start. */
export type FirstMessage = Omit<FleetOptions, 'say'>

/** What this process tells the sandbox when the agencies' software has started. */
export interface ReadyMessage {
  /** Where somebody signs in at an agency; empty for nowhere. */
  signInPage: string
}

let starting: Promise<Fleet> | undefined

process.once('message', (first: FirstMessage) => {
  const say = (sentence: string) => void process.stdout.write(`The agencies' software: ${sentence}\n`)
  starting = startFleet({ ...first, say })
  starting.then(
    ({ signInPage = '' }) => void process.send?.({ signInPage } satisfies ReadyMessage),
    () => undefined,
  )
  starting.catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  })
  starting
    .then(async ({ begun }) => {
      await begun
      // Who has let go of us does not ask any more.
      if (process.connected) process.send?.('begun', () => undefined)
    })
    .catch((error: unknown) => {
      say(error instanceof Error ? error.message : String(error))
      process.exit(1)
    })
})
// The sandbox ends us by letting go, and so does its end.
process.once('disconnect', () => {
  void Promise.resolve(starting)
    .then((fleet) => fleet?.stop())
    .finally(() => process.exit())
})
// Ctrl-C reaches the whole group; the sandbox decides when we end.
process.on('SIGINT', () => undefined)
