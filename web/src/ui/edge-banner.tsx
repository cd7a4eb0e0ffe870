import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Banner, type BannerProps, bannersId } from './banner.tsx'

const subscribe = () => () => undefined
const findStrip = () => document.getElementById(bannersId) ?? document.body

/**
 * A banner that comes late: it stands in the strip at the lower edge of the window, above those that came before it, so
 * that it moves and covers none of them.
 */
export function EdgeBanner(props: BannerProps) {
  // Looked for again once it is mounted: the strip may come with the screen that shows the banner.
  return createPortal(<Banner {...props} />, useSyncExternalStore(subscribe, findStrip))
}
