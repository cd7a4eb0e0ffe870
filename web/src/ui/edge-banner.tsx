import { createPortal } from 'react-dom'
import { Banner, type BannerProps, bannersId } from './banner.tsx'

/**
 * A banner that comes late: it stands in the strip at the lower edge of the window, below the others there, so that it
 * moves nothing and covers none of them.
 */
export function EdgeBanner(props: BannerProps) {
  return createPortal(<Banner {...props} />, document.getElementById(bannersId) ?? document.body)
}
