import { resolveObjectURL } from 'node:buffer'
import { vi } from 'vitest'

/** A file that the page gave the browser to save, read from its object URL. */
interface Download {
  name: string
  /** The URL that the page made for it. */
  href: string
  file: ReturnType<typeof resolveObjectURL>
}

/** A page whose downloads are listed instead of saved; undo it with `vi.unstubAllGlobals`. */
export function pageDownloads(): Download[] {
  const downloads: Download[] = []
  const createElement = (tag: string) => {
    const link = { href: '', download: '', click: () => undefined as void }
    if (tag === 'a')
      link.click = () => {
        const { href, download } = link
        downloads.push({ name: download, href, file: resolveObjectURL(href) })
      }
    return link
  }
  vi.stubGlobal('document', { createElement })
  return downloads
}
