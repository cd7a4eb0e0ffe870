import type { ProducedFile } from '@agency-support/contract/modules/queued-command'
import type { Tx } from '../../db/open.ts'
import { lockCommand, saveCommand } from './store.ts'
import { producedView } from './view.ts'

/** More than a list of client ids can name; what comes beyond stands with the agency's files only. */
const maxFiles = 1_200

/** Files told before, and those of them that are new; a file sent twice is one file. */
export function joinFiles(known: readonly ProducedFile[], told: readonly ProducedFile[]): ProducedFile[] {
  const byName = new Map([...known, ...told].map((file) => [getIdentity(file), producedView(file)]))
  return [...byName.values()].slice(0, maxFiles)
}

function getIdentity({ kind, location, clientId, name }: ProducedFile): string {
  return JSON.stringify([kind, location, clientId, name])
}

/** Puts a file that arrived for a command of this agency among that command's files, also when it has ended. */
export async function addCommandFile(
  tx: Tx,
  agencyId: number,
  commandId: number,
  file: ProducedFile,
): Promise<void> {
  const row = await lockCommand(tx, agencyId, commandId)
  if (row !== undefined) await saveCommand(tx, { ...row, files: joinFiles(row.files, [file]) })
}
