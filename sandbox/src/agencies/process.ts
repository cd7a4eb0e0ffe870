import { type Fleet, type FleetOptions, startFleet } from './fleet.ts'

/** What the sandbox tells this process at its start. */
export type FirstMessage = Omit<FleetOptions, 'say'>

/** What this process tells the sandbox: that the agencies' software has started, and that each has shown itself. */
export type ToldMessage =
  | {
      told: 'started'
      /** Where somebody signs in at an agency; empty for nowhere. */
      signInPage: string
    }
  | { told: 'begun' }

/** Who has let go of us does not ask any more. */
function tell(message: ToldMessage): void {
  if (process.connected) process.send?.(message, () => undefined)
}

let starting: Promise<Fleet> | undefined

process.once('message', (first: FirstMessage) => {
  const say = (sentence: string) => void process.stdout.write(`The agencies' software: ${sentence}\n`)
  starting = startFleet({ ...first, say })
  starting
    .then(async ({ signInPage = '', begun }) => {
      tell({ told: 'started', signInPage })
      await begun
      tell({ told: 'begun' })
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
