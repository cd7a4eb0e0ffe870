import { screenName } from './screen-name.ts'

/** Where a person was when they did something. */
interface Origin {
  path: string
  screen: string
}

const agencyScreen = /^\/agency-detail/
let answered: Origin | undefined

/** Records where an action begins; call the result when its answer arrives, so that messages about it know its origin. */
export function beginAction(): () => void {
  const origin: Origin = { path: location.pathname, screen: screenName(globalThis.document?.title ?? '') }
  return () => {
    answered = origin
    // Code awaiting the answer continues before the next task begins.
    setTimeout(() => {
      if (answered === origin) answered = undefined
    })
  }
}

/** The agency (id and name) of the action that was just answered, if its screen has been left since; otherwise null. */
export function leftAgency(): string | null {
  if (answered === undefined || answered.path === location.pathname) return null
  return agencyScreen.test(answered.path) ? (answered.screen.split(' · ')[0] ?? null) : null
}
