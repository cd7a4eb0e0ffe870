import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Banner, type BannerProps, bannersId } from './banner.tsx'

/**
 * A banner that comes late: it stands in the strip at the lower edge of the window, above those that came before it, so
 * that it moves and covers none of them.
 */
export function EdgeBanner(props: BannerProps) {
  const [strip, setStrip] = useState<HTMLElement | null>(null)
  // Not before: the strip may come with the screen that shows the banner.
  useLayoutEffect(() => setStrip(document.getElementById(bannersId) ?? document.body), [])
  return strip && createPortal(<Banner {...props} />, strip)
}
