import type { Judged, LeftOutEntry } from '@agency-support/contract/entries'
import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { MultifolderTokens } from '@agency-support/contract/modules/agency-file-shapes'
import type { Tx } from '../../db/open.ts'
import type { Ctx, OwnTransaction } from '../../calls/context.ts'
import type { NewEntry } from '../../journal/append.ts'
import { keepFolderCompliance, keepReportedFacts, serialiseAgency } from '../agencies/public.ts'
import { addCommandFile } from '../agency-commands/public.ts'
import { noteReport } from '../agency-reports/public.ts'
import { keepReportedUsers } from '../agency-users/public.ts'
import type { Content } from './content.ts'
import { findToken, keepTotals, replaceToken, type TokenRow } from './facts-store.ts'
import type { LineIndex } from './line-index.ts'
import { type FileObject, listFile, type NewFile } from './store.ts'
import { endUpload, type UploadRow } from './upload-store.ts'

type Finish = typeof agencyFiles.finishUpload
type Kept = FileObject & { index: LineIndex; content: Content }

/** Lists a stored file and takes over its content. Returns the entries that were not understood. */
export async function listUpload(ctx: Ctx<Finish>, upload: UploadRow, kept: Kept): Promise<LeftOutEntry[]> {
  const { agencyId } = ctx
  const take = async (tx: Tx): Promise<boolean> => {
    if (!(await endUpload(tx, upload.upload_id, ctx.now))) return false
    // Of two concurrent uploads of one file only one may be the first.
    await serialiseAgency(tx, agencyId)
    await listFile(tx, toFile(upload, kept, ctx.now))
    await linkToCommand(tx, upload)
    await saveContent(tx, agencyId, kept.content, ctx.now)
    return true
  }
  const entry = await findEntry(ctx, upload, kept.content)
  if (entry !== undefined)
    return ctx.transaction(async (own) => {
      if (!(await take(own.tx))) return []
      await own.append(entry)
      return noteContent(own, ctx, kept.content)
    })
  await ctx.bookkeeping(take)
  ctx.services.live.hint('agencyFiles', agencyId)
  return []
}

/** Passes a file's content to other modules, and records what was not understood. */
async function noteContent(
  own: OwnTransaction<Finish>,
  ctx: Ctx<Finish>,
  content: Content,
): Promise<LeftOutEntry[]> {
  const { agencyId, now, say } = ctx
  const taking = { agencyId, now, say, ...own }
  if (content.kind === 'agencyMetrics') return noteReport(taking, 'metrics', content.judged)
  if (content.kind !== 'agencyConfig') return []
  return noteReport(taking, 'config', await applyConfig(own, ctx, content))
}

async function linkToCommand(tx: Tx, upload: UploadRow): Promise<void> {
  const { agency_id: agencyId, command_id: commandId, client_id: clientId } = upload
  if (commandId === null) return
  const { kind, name, location } = upload
  await addCommandFile(tx, agencyId, commandId, { kind, name, location, clientId })
}

/** Passes the content of a config file to other modules. Returns the verdicts on its lists. */
async function applyConfig(
  { tx, append }: OwnTransaction<Finish>,
  { agencyId, now }: Ctx<Finish>,
  { users, folders, facts }: Extract<Content, { kind: 'agencyConfig' }>,
): Promise<readonly Judged[]> {
  const keptFolders = await keepFolderCompliance(tx, agencyId, folders)
  if (keptFolders.hasChanged) await append({ event: 'agencies.foldersReported', agencyId })
  const { changed, judged } = await keepReportedFacts(tx, agencyId, facts, now)
  if (changed !== undefined) await append({ event: 'agencies.factsReported', agencyId, ...changed })
  const keptUsers = await keepReportedUsers(tx, agencyId, users, now)
  if (keptUsers.hasChanged) await append({ event: 'agencyUsers.reported', agencyId })
  return [...keptUsers.judged, ...keptFolders.judged, ...judged]
}

/** The journal row for a file; none for a token that was renewed as usual, every 15 minutes. */
async function findEntry(
  { db, agencyId }: Ctx<Finish>,
  upload: UploadRow,
  content: Content,
): Promise<NewEntry<'agencyFiles.received' | 'agencyFiles.tokenFailed'> | undefined> {
  const { kind, name, size, location, client_id: clientId } = upload
  const client = kind === 'client' ? { location, clientId } : {}
  const received = {
    event: 'agencyFiles.received',
    agencyId,
    subject: name,
    after: { type: kind, ...client, size },
  } as const
  if (content.kind !== 'agencyMultifolder') return received
  const before = await findToken(db, agencyId)
  if (before === undefined) return received
  const failedAt = newFailure(before, content.tokens)
  return failedAt === undefined
    ? undefined
    : { event: 'agencyFiles.tokenFailed', agencyId, subject: name, after: { failedAt } }
}

/** When renewing the token failed, if that failure is new. */
function newFailure(before: TokenRow, { lastFailure }: MultifolderTokens): string | undefined {
  const known = Object(before.last_failure) as { timestamp?: string }
  return lastFailure === null || isSameInstant(lastFailure.timestamp, known.timestamp)
    ? undefined
    : lastFailure.timestamp
}

function isSameInstant(one: string, other: string | undefined): boolean {
  return other !== undefined && Date.parse(one) === Date.parse(other)
}

async function saveContent(tx: Tx, agencyId: number, content: Content, at: Date): Promise<void> {
  if (content.kind === 'agencyMultifolder') await replaceToken(tx, agencyId, content.tokens)
  if (content.kind !== 'agencyMetrics') return
  for (const [location, totals] of Object.entries(content.totals))
    await keepTotals(tx, { agencyId, location: Number(location), totals, at })
}

function toFile(upload: UploadRow, { index, ...object }: Kept, at: Date): NewFile {
  const { kind, client_id: clientId, name } = upload
  return {
    agencyId: upload.agency_id,
    kind,
    location: upload.location,
    fileKey: kind === 'client' ? clientId : kind === 'log' ? name : '',
    place: object.place,
    objectName: object.object_name,
    name,
    size: upload.size,
    sha256: upload.sha256,
    fileAt: upload.file_at,
    storedAt: at,
    deleted: upload.deleted,
    uploadId: upload.upload_id,
    lines: index.lines,
    lineStep: index.step,
    lineIndex: index.before,
  }
}
