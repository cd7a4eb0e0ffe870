import { textingHub } from '@agency-support/contract/modules/texting-presence'
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import type { SeededRandom } from '../random.ts'
import type { SimulatorContext } from './context.ts'
import type { AgencyUser } from './people.ts'
import { backoffMs } from './retry.ts'

const maxPeople = 3
const minuteMs = 60_000

export interface TextingParts {
  agencyKey: string
  context: Pick<SimulatorContext, 'origin' | 'scheduler' | 'speed'>
  random: SeededRandom
}

/** Initials of users with the texting software open. */
export function getTexters(users: readonly AgencyUser[]): string[] {
  return users
    .filter(({ status }) => status === 0)
    .slice(0, maxPeople)
    .map(({ username }) => username)
}

/**
 * The texting software of one person: alternately connected to the hub for hours and away for minutes, until the
 * scheduler is closed; reconnects when the server was unreachable.
 */
export async function runTextingSoftware(initials: string, parts: TextingParts): Promise<void> {
  const { context, random } = parts
  const { scheduler, speed } = context
  const pauseMinutes = (min: number, max: number): Promise<void> =>
    scheduler.pause((random.whole(min, max) * minuteMs) / speed)
  let failures = 0
  let leaving = pauseMinutes(60, 240)
  while (!scheduler.isClosed) {
    const client = openClient(parts)
    const closed = new Promise<'closed'>((resolve) => client.onclose(() => resolve('closed')))
    try {
      await client.start()
      await client.invoke('Register', initials)
      failures = 0
      const ended = await Promise.race([closed, leaving.then(() => 'left' as const)])
      await client.stop()
      if (ended === 'closed') continue
      await pauseMinutes(5, 30)
      leaving = pauseMinutes(60, 240)
    } catch {
      await client.stop()
      await scheduler.pause(backoffMs(failures, () => random.next()))
      failures += 1
    }
  }
}

function openClient({ agencyKey, context }: TextingParts): HubConnection {
  return new HubConnectionBuilder()
    .withUrl(`${context.origin}${textingHub}`, { accessTokenFactory: () => agencyKey })
    .configureLogging(LogLevel.None)
    .build()
}
