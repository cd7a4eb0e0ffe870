/** The code of an error, such as ENOENT or an SQLSTATE; undefined if it has none. */
export function getErrorCode(error: unknown): string | undefined {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}
