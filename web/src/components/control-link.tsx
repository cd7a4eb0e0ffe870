import { focusSoon } from './keyboard/focus-soon.ts'
import { Link, type LinkProps, wantsBrowser } from './link.tsx'

interface ControlLinkProps extends Omit<LinkProps, 'onClick'> {
  /** CSS selector of the control. */
  focus: string
}

/** A link to a control of another tab, which takes the link away: the control gets the focus once it is there. */
export function ControlLink({ focus, ...rest }: ControlLinkProps) {
  return (
    <Link
      {...rest}
      onClick={(event) => {
        if (!wantsBrowser(event)) focusSoon(focus)
      }}
    />
  )
}
