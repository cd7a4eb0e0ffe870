/** Long enough for the browser to read the object URL; until it is revoked the file stays in memory. */
const addressMs = 60_000

/** Saves a file to disk as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), addressMs)
}
