/** Name of a file sent without one (B-41). */
const unnamed = 'download'

/** The file name in a Content-Disposition header: the extended form if present, otherwise the plain one (RFC 6266). */
export function attachmentName(header: string | null): string {
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header ?? '')?.[1]
  const [, quoted, bare] =
    /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(header ?? '') ?? []
  const name = decoded(extended) ?? quoted?.replace(/\\(.)/g, '$1') ?? bare ?? ''
  return name === '' ? unnamed : name
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
