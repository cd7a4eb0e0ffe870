/** A row that can be told from every other one. */
export type WithId<Row> = Row & { id: string }

/** Gives rows that may be alike an id that stays with each over refreshes; those of one key are numbered. */
export function withIds<Row extends object>(
  rows: readonly Row[],
  getKey: (row: Row) => string,
): readonly WithId<Row>[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const key = getKey(row)
    const before = seen.get(key) ?? 0
    seen.set(key, before + 1)
    return { ...row, id: before === 0 ? key : `${key} ${before}` }
  })
}
