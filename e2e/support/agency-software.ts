import { createHash } from 'node:crypto'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import type { Received } from '@agency-support/contract/answer'
import { Code } from '@agency-support/contract/envelope'
import { agencyCommands, type ClaimedCommand } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { expect } from '@playwright/test'
import { TestClient } from '../../server/test/client.ts'

type Announced = ClientIn<typeof agencyFiles.openUpload>

/** A file as given by a test; missing fields are made up. */
export type GivenFile = Pick<Announced, 'kind'> &
  Partial<Pick<Announced, 'name' | 'location' | 'clientId' | 'deleted' | 'fileTimestamp' | 'commandId'>> & {
    content: string | Buffer
  }

/** The software of an agency, driven by a test: it uses only the agent calls. */
export class AgencySoftware {
  readonly #client: TestClient
  /** The key that it signs in with. */
  readonly key: string

  constructor(origin: string, key: string) {
    const authorization = `Bearer ${key}`
    this.#client = new TestClient({ port: Number(new URL(origin).port), origin, authorization })
    this.key = key
  }

  /** Sends a heartbeat. */
  async heartbeat(): Promise<void> {
    await this.call(agencyCommands.heartbeat, { versionDisplay: '5.4.2', hostName: 'TEST-SERVER' })
  }

  /** Claims the one waiting command. */
  async claim(): Promise<ClaimedCommand> {
    const [claimed] = await this.call(agencyCommands.claim, { waitSeconds: 5, most: 1 })
    if (claimed === undefined) throw new Error('No command waits.')
    return claimed
  }

  /** Reports the progress of a command. */
  async progress({ commandId, attempt }: ClaimedCommand, output: string): Promise<void> {
    await this.call(agencyCommands.progress, { commandId, attempt, output })
  }

  /** Reports the end of a command. */
  async finish(
    { commandId, attempt }: ClaimedCommand,
    outcome: 'succeeded' | 'failed' | 'interrupted',
    output: string,
    uploadIds: string[] = [],
  ): Promise<void> {
    await this.call(agencyCommands.finish, { commandId, attempt, outcome, output, uploadIds })
  }

  /** Uploads a file; returns the id of the upload. */
  async send({ content, ...given }: GivenFile): Promise<string> {
    const bytes = Buffer.from(content)
    const announced: Announced = {
      name: given.kind === 'log' ? 'error.log' : `${given.kind}.json`,
      location: given.kind === 'log' ? 8 : 0,
      fileTimestamp: '2026-11-20T07:41:09Z',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ...given,
    }
    const { uploadId, offset } = await this.call(agencyFiles.openUpload, announced)
    const at = { uploadId, offset: String(offset) }
    expectOk(await this.#client.upload(agencyFiles.appendUpload, at, bytes.subarray(offset)))
    await this.call(agencyFiles.finishUpload, { uploadId })
    return uploadId
  }

  /** Sends an agent call and expects code 0. */
  async call<C extends AnyCall>(call: C, input: ClientIn<C>): Promise<Received<C['answer']>> {
    const data = expectOk(await this.#client.call(call, input))
    return (call.answer.form === 'many' ? data : data[0]) as Received<C['answer']>
  }
}

function expectOk<T>({ code, message, data }: { code: number; message: string; data: T }): T {
  // A report that was understood in part says so beside code 0.
  expect(code, message).toBe(Code.ok)
  return data
}

/** When the server stored a file of an agency, as the tests' browser shows it. */
export async function readStoredAt(
  sql: (text: string, values: unknown[]) => Promise<{ at: string }[]>,
  agencyId: number,
  name: string,
): Promise<string> {
  const [stored] = await sql(
    `select to_char(stored_at at time zone 'America/New_York', 'MM/DD/YYYY HH24:MI:SS') as at
     from agency_file where agency_id = $1 and name = $2`,
    [agencyId, name],
  )
  return stored?.at ?? 'not stored'
}

/** A log with this many lines; every tenth is a warning, every hundredth an error. */
export function madeUpLog(lines: number): string {
  const level = (line: number) => (line % 100 === 0 ? 'ERROR' : line % 10 === 0 ? 'WARN' : 'INFO')
  const made = Array.from(
    { length: lines },
    (_, index) => `2026-11-20 07:41:09 [${level(index + 1)}] Line number ${index + 1} of the log`,
  )
  return `${made.join('\n')}\n`
}
