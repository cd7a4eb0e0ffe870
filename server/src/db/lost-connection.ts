/** A connection that died under a statement, for example by a restart of PostgreSQL; the next one is new. */
export function lostConnection(error: unknown): boolean {
  return (
    (error as { code?: string }).code === '57P01' ||
    (error instanceof Error && error.message.startsWith('Connection terminated'))
  )
}
