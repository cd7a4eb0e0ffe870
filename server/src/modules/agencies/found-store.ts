import type { Column, Row } from '../../db/query.ts'

/** The columns of an agency in the search list. */
export const foundColumns = [
  'agency_id',
  'name',
  'version_display',
  'is_online',
  'status',
  'region_id',
  'main_contact',
] as const satisfies readonly Column<'agency'>[]

/** A row of the search list. */
export type FoundRow = Row<'agency', (typeof foundColumns)[number]>

export const shownOfAgency = foundColumns.map((column) => `agency.${column}`).join(', ')

// U+10FFFF occurs in no text and sorts after every character.
/** SQL condition that a column with collation "C" starts with an expression. */
export const begins = (column: string, text: string): string =>
  `${column} >= ${text} and ${column} < ${text} || U&'\\+10FFFF'`

type Listed<Columns extends readonly (keyof FoundRow)[]> = { [At in keyof Columns]: FoundRow[Columns[At]] }

/** The same columns as a list. */
export type FoundList = Listed<typeof foundColumns>

/** The list as a row; the order is that of `foundColumns`. */
export function toFoundRow(list: FoundList): FoundRow {
  const [agency_id, name, version_display, is_online, status, region_id, main_contact] = list
  return { agency_id, name, version_display, is_online, status, region_id, main_contact }
}
