import { countOf } from '@agency-support/contract/rules/count-of'
import { getErrorCode } from '../lib/error-code.ts'
import { importItems } from '../modules/marketplace/public.ts'
import { readRecords } from './agencies-import/records.ts'
import { type Cli, auditContext, CliProblem, printLine, type Verb } from './cli.ts'

const header = ['itemId', 'name']
const maxItem = 2_147_483_647
const maxName = 200

interface Item {
  itemId: number
  name: string
}

/** The items in a file whose first line is `itemId,name`. Throws a sentence for the first invalid line. */
async function readItems(file: string): Promise<Item[]> {
  const items = new Map<number, Item>()
  let isHeaderRead = false
  for await (const records of readRecords(file, () => undefined))
    for (const { line, fields, problem } of records) {
      if (fields === undefined) throw new CliProblem(`line ${line}: ${problem ?? 'it cannot be read'}.`)
      if (!isHeaderRead) {
        if (fields.join() !== header.join())
          throw new CliProblem(`line ${line}: the header must be ${header.join()}.`)
        isHeaderRead = true
        continue
      }
      const item = parseItem(line, fields)
      if (items.has(item.itemId)) throw new CliProblem(`line ${line}: the item ${item.itemId} appears twice.`)
      items.set(item.itemId, item)
    }
  if (!isHeaderRead) throw new CliProblem(`The file is empty: it must begin with ${header.join()}.`)
  return [...items.values()]
}

function parseItem(line: number, fields: readonly string[]): Item {
  const [id = '', given = ''] = fields
  const name = given.trim()
  if (fields.length !== header.length) throw new CliProblem(`line ${line}: it must have two fields.`)
  if (!/^[0-9]{1,10}$/.test(id) || Number(id) < 1 || Number(id) > maxItem)
    throw new CliProblem(`line ${line}: itemId must be a whole number from 1 to ${maxItem}.`)
  if (name === '' || name.length > maxName || name.includes('\0'))
    throw new CliProblem(`line ${line}: name must be 1 to ${maxName} characters.`)
  return { itemId: Number(id), name }
}

async function run(cli: Cli, file: string): Promise<void> {
  const items = await readItems(file).catch((error: unknown) => {
    throw getErrorCode(error) === 'ENOENT' ? new CliProblem(`There is no file ${file}.`) : error
  })
  const { added, renamed, removed } = await importItems(cli.db, items, auditContext(cli))
  printLine(cli, `${countOf(items.length, 'item')}: ${added} added, ${renamed} renamed, ${removed} removed.`)
}

/** The marketplace on the command line. */
export const marketplaceVerbs: Readonly<Record<string, Verb>> = {
  'marketplace import-items': {
    usage: 'FILE.csv',
    about:
      'Take the items of the legacy marketplace from a CSV file (itemId,name), all or none; one that is missing there goes.',
    options: {},
    words: [1, 1],
    run: ({ words: [file = ''] }, cli) => run(cli, file),
  },
}
