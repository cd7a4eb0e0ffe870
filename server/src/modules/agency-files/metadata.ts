import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Handler } from '../../calls/context.ts'
import { toFileKey } from './file-key.ts'
import { findFile } from './store.ts'
import { metadataView } from './view.ts'

/** Metadata of one file, without reading it. */
export const metadata: Handler<typeof agencyFiles.metadata> = async (asked, ctx) => {
  const key = toFileKey(asked)
  const row = await findFile(ctx.db, key)
  if (row === undefined) throw ctx.refuse('none')
  return metadataView(key, row)
}
