/** A row with a unique id. */
export type WithId<Row> = Row & { id: string }

/** Gives possibly identical rows an id that is stable across refreshes; rows with the same key are numbered. */
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
