import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { email } from '@agency-support/contract/modules/email'
import { callControl } from '@agency-support/sandbox/providers/control'
import { type SendGridEmulator, startSendGrid } from '@agency-support/sandbox/providers/sendgrid/start'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { systemClock } from '../../src/lib/clock.ts'
import type { ServerConfig } from '../../src/settings/config.ts'
import type { OpenDatabase } from '../../src/db/open.ts'
import { folderSettings } from '../../src/settings/files.ts'
import { createStores } from '../../src/providers/stores.ts'
import { giveAgentKey, testAgentKey } from '../agent-keys.ts'
import { announce, logNamed } from '../send-file.ts'
import { type ChangeKind, findStrays, type Mixture, usualMixture, type Wish } from './load-kinds.ts'

const filesARound = 60
const firstWithFiles = 600_000
/** Files of agencies from here on are none of these changes. */
export const firstSender = 700_000
/** Some pieces of the wire, so that a kill also falls between them. */
const fileSize = 200_000

const getName = (round: number, number: number): string => `round-${round}-${number}.log`
const makeBytes = (name: string): Buffer => Buffer.alloc(fileSize, `${name}\n`)
const toSha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A file that an agency's software sends; asked again it goes on where it stopped. */
function wishForFile(round: number, number: number): Wish {
  const agencyId = firstWithFiles + round
  const name = getName(round, number)
  const bytes = makeBytes(name)
  const asAgency = { cookie: undefined, origin: undefined, authorization: `Bearer ${testAgentKey(agencyId)}` }
  let uploadId: string | undefined
  return {
    mark: `${agencyId} ${name}`,
    ask: async (client) => {
      if (uploadId === undefined) {
        const opened = await client.call(agencyFiles.openUpload, announce(logNamed(name), bytes), asAgency)
        const [upload] = opened.data
        if (upload === undefined) return opened
        const at = { uploadId: upload.uploadId, offset: String(upload.offset) }
        const rest = bytes.subarray(upload.offset)
        const sent = await client.upload(agencyFiles.appendUpload, at, rest, asAgency)
        if (sent.code !== 0) return sent
        ;({ uploadId } = upload)
      }
      return client.call(agencyFiles.finishUpload, { uploadId }, asAgency)
    },
  }
}

/** Files that agencies send; each that is listed must be whole in its store. */
function openUploads(files: ServerConfig['files']): ChangeKind {
  const stores = createStores(files)
  const whole = new Set<string>()
  const findFault = async (row: { place: string; object_name: string; name: string }): Promise<string[]> => {
    if (whole.has(row.object_name)) return []
    const stream = await stores.at(row.place).read(row.object_name)
    if (stream !== null && toSha256(await buffer(stream)) === toSha256(makeBytes(row.name)))
      whole.add(row.object_name)
    return whole.has(row.object_name) ? [] : [`${row.name} is listed and not whole in its store`]
  }
  const kind: ChangeKind = {
    event: 'agencyFiles.received',
    prepare: (db, round) => giveAgentKey(db, systemClock, firstWithFiles + round),
    wish: (round, number) => (number < filesARound ? wishForFile(round, number) : undefined),
    getMark: (row) => `${row.agency_id} ${row.subject}`,
    isOwn: (row) => Number(row.agency_id) < firstSender,
    compare: async (db, rows) => {
      const listed = await db.read
        .selectFrom('agency_file')
        .select(['agency_id', 'name', 'place', 'object_name'])
        .where('agency_id', '<', firstSender)
        .execute()
      const faults: string[] = []
      for (const row of listed) faults.push(...(await findFault(row)))
      const marks = listed.map((row) => `${row.agency_id} ${row.name}`)
      return [...faults, ...findStrays('the file', marks, rows.map(kind.getMark))]
    },
  }
  return kind
}

const addressesARound = 60
const getAddress = (round: number, number: number): string => `round-${round}-${number}@crash.example`

/** Addresses that are taken off a list of SendGrid; each of which a row tells must be off it. */
function purges(emulator: SendGridEmulator): ChangeKind {
  const purged = new Set<string>()
  const isListed = async (address: string): Promise<boolean> => {
    const { baseUrl, keys } = emulator.settings
    const answer = await fetch(`${baseUrl}/v3/suppression/bounces/${encodeURIComponent(address)}`, {
      headers: { authorization: `Bearer ${keys['6x']}` },
    })
    return answer.status !== 404 && ((await answer.json()) as unknown[]).length > 0
  }
  return {
    isOutside: true,
    event: 'email.purged',
    prepare: async (_db: OpenDatabase, round) => {
      const emails = Array.from({ length: addressesARound }, (_, at) => getAddress(round, at))
      await callControl(emulator.url, 'POST', '/suppressions', { mode: '6x', list: 'bounces', emails })
    },
    wish: (round, number) => {
      if (number >= addressesARound) return undefined
      const address = getAddress(round, number)
      const suppressions = [{ email: address, type: 'bounce' as const, is6x: true }]
      return {
        mark: address,
        ask: (client, key) => client.call(email.purge, { suppressions }, { 'idempotency-key': key }),
      }
    },
    getMark: (row) => row.subject ?? '',
    compare: async (_db, rows) => {
      const faults: string[] = []
      for (const { subject } of rows) {
        if (subject === null || purged.has(subject)) continue
        if (await isListed(subject)) faults.push(`${subject} was purged and SendGrid lists it`)
        else purged.add(subject)
      }
      return faults
    },
  }
}

/** Kinds of change that reach beyond the database, with the settings that a server needs for them. */
export interface OutsideKinds extends AsyncDisposable {
  mixture: Mixture
  settings: Partial<ServerConfig>
}

/** The usual changes, and files and mail between them; what is kept of files lies below the folder. */
export async function openOutsideKinds(folder: string): Promise<OutsideKinds> {
  const emulator = await startSendGrid()
  const files = folderSettings(folder)
  return {
    mixture: [...usualMixture, openUploads(files), purges(emulator)],
    settings: { files, sendGrid: emulator.settings },
    [Symbol.asyncDispose]: () => emulator.close(),
  }
}
