import type { ProducedFile } from '@agency-support/contract/modules/queued-command'
import type { Tx } from '../../db/open.ts'
import { lockCommand, saveCommand } from './store.ts'

/** More than a list of client ids can name; further files are only listed with the agency's files. */
const maxFiles = 1_200

/** Merges newly reported files into known ones; a file sent twice counts once. */
export function joinFiles(known: readonly ProducedFile[], reported: readonly ProducedFile[]): ProducedFile[] {
  const byName = new Map([...known, ...reported].map((file) => [getIdentity(file), file]))
  return [...byName.values()].slice(0, maxFiles)
}

function getIdentity({ kind, location, clientId, name }: ProducedFile): string {
  return JSON.stringify([kind, location, clientId, name])
}

/** Adds an uploaded file to the command it was sent for, even if the command has ended. */
export async function addCommandFile(
  tx: Tx,
  agencyId: number,
  commandId: number,
  file: ProducedFile,
): Promise<void> {
  const row = await lockCommand(tx, agencyId, commandId)
  if (row !== undefined) await saveCommand(tx, { ...row, files: joinFiles(row.files, [file]) })
}
