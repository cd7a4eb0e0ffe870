/** Rows in one transaction of a deletion: few enough that its locks last for less than a second. */
const rowsAtOnce = 5_000

/**
 * Deletes any number of rows by short transactions, so that nobody waits for their locks and neither the seals nor
 * vacuum for their end. `deleteSome` deletes up to `limit` rows in a transaction of its own and returns how many. Ends
 * between two of them when the signal says so; the next run deletes the rest.
 */
export async function inBatches(
  deleteSome: (limit: number) => Promise<number>,
  { limit = rowsAtOnce, signal }: { limit?: number | undefined; signal: AbortSignal | undefined },
): Promise<void> {
  while (signal?.aborted !== true && (await deleteSome(limit)) >= limit);
}
