import { useRouter } from '@tanstack/react-router'
import { arrived, awaitScreen, isOfScreen } from '../../components/keyboard/arrival-keys.ts'
import { focusSoon } from '../../components/keyboard/focus-soon.ts'
import { useNavigateTo } from '../../components/link.tsx'
import { afterPaint } from '../../lib/after-paint.ts'

/** What to open: nothing leaves the screen as it is. `focus` is the selector of a control there. */
interface Target {
  href?: string | undefined
  focus?: string | undefined
}

/** What was opened last, by any of these. */
let latest: Promise<Target> | undefined

/** Opens a screen, or one of its controls, after the frame of the press; or a screen whose address is not known yet. */
export function useOpen() {
  const navigate = useNavigateTo()
  const { history } = useRouter()

  function openLate(target: Promise<Target>): void {
    latest = target
    const { pathname } = history.location
    void target.then(({ href, focus }) => {
      // What comes late must not take a person away from where they have gone since.
      if (latest !== target || history.location.pathname !== pathname) return
      if (href !== undefined) {
        // Where no screen is going to arrive, what waited for it goes on here.
        if (isOfScreen(href, pathname)) arrived()
        navigate(href)
      }
      if (focus !== undefined) focusSoon(focus)
    })
  }

  function open(target: Target): void {
    if (target.href !== undefined) awaitScreen(target.href, history.location.pathname)
    // What was pressed is seen to close first: to draw a screen may take longer than a frame.
    openLate(target.href === undefined ? Promise.resolve(target) : afterPaint().then(() => target))
  }
  return { open, openLate }
}
