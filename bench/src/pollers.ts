import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { aliveAgencies, sandboxAgentKey } from '@agency-support/sandbox/demo-data/agent-keys'
import { answerParent } from './child.ts'
import { Connection } from './connection.ts'

/** The software of many agencies polling for commands, each on its own connection. */
export interface Pollers {
  port: number
  /** Number of demo agencies. */
  agencies: number
}

/** The maximum in the agent protocol. */
const maxWait = 25
/** Connections opened in parallel. */
const maxOpening = 100
const { agencies, port } = JSON.parse(process.argv[2] ?? '') as Pollers
const keys = aliveAgencies(agencies).map(sandboxAgentKey)
let connections: Connection[] = []

function makePoll(key: string, waitSeconds: number): string {
  const body = JSON.stringify({ waitSeconds, most: 10 })
  return [
    `POST ${agencyCommands.claim.at.path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

async function poll(key: string, connection: Connection): Promise<void> {
  // The first polls have different lengths, so that later ones are spread as in production.
  await connection.send(makePoll(key, 1 + Math.floor(Math.random() * maxWait)))
  const request = makePoll(key, maxWait)
  for (;;) await connection.send(request)
}

/** Connects or disconnects all of them; resolves with how many are polling. */
async function turn(on: boolean): Promise<number> {
  for (const connection of connections) connection.close()
  connections = []
  for (let at = 0; on && at < keys.length; at += maxOpening) {
    const some = keys.slice(at, at + maxOpening)
    const opened = await Promise.all(some.map(() => Connection.open(port)))
    for (const [index, connection] of opened.entries()) void poll(some[index] ?? '', connection)
    connections.push(...opened)
  }
  return connections.length
}

answerParent<'on' | 'off', number>(
  (question) => turn(question === 'on'),
  async () => void (await turn(false)),
)
process.send?.('ready')
