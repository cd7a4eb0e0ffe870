/** The browser has read the address by then; the file itself is kept for as long as the address lives. */
const addressMs = 60_000

/** Puts a file on the person's disk, the way a download does. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), addressMs)
}
