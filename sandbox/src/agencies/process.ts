import { type Fleet, type FleetOptions, startFleet } from './fleet.ts'

/** The sandbox's first message to this process. */
export type FirstMessage = Omit<FleetOptions, 'say'>

/**
 * Messages from this process to the sandbox: the software has started, and every agency has sent its first heartbeat.
 */
export type StartMessage =
  | {
      is: 'started'
      /** Address of the page for signing in at an agency, or empty. */
      signInPage: string
    }
  | { is: 'begun' }

/** A disconnected sandbox no longer listens. */
function send(message: StartMessage): void {
  if (process.connected) process.send?.(message, () => undefined)
}

let starting: Promise<Fleet> | undefined

process.once('message', (first: FirstMessage) => {
  const say = (sentence: string) => void process.stdout.write(`The agencies' software: ${sentence}\n`)
  starting = startFleet({ ...first, say })
  starting
    .then(async ({ signInPage = '', begun }) => {
      send({ is: 'started', signInPage })
      await begun
      send({ is: 'begun' })
    })
    .catch((error: unknown) => {
      say(error instanceof Error ? error.message : String(error))
      process.exit(1)
    })
})
// The sandbox ends this process by disconnecting, which also happens when it dies.
process.once('disconnect', () => {
  void Promise.resolve(starting)
    .then((fleet) => fleet?.stop())
    .finally(() => process.exit())
})
// Ctrl-C reaches the whole process group; the sandbox decides when this process ends.
process.on('SIGINT', () => undefined)
