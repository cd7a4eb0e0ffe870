const lostCodes = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02', '08006', '08003'])
const lostText = /^Connection terminated|^Client has encountered a connection error/

/** A connection that died under a statement, for example by a restart of PostgreSQL; the next one is new. */
export function lostConnection(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (code !== undefined && lostCodes.has(code)) || lostText.test(message ?? '')
}

/** What PostgreSQL says when it takes no changes at the moment: it is read-only, or its disk is full. */
export const readOnlyCode = '25006'
export const diskFullCode = '53100'

/** A database that can be read and not changed. */
export function takesNoChanges(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === readOnlyCode || code === diskFullCode
}
