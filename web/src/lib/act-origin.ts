import { screenName } from './screen-name.ts'

/** Where a person was when they did something. */
interface Origin {
  path: string
  screen: string
}

const agencyScreen = /^\/agency-detail/
let answered: Origin | undefined

/** Notes where an act begins; what it gives is called with its answer, for whoever waits for that to say what came of it. */
export function beginAct(): () => void {
  const origin: Origin = { path: location.pathname, screen: screenName(globalThis.document?.title ?? '') }
  return () => {
    answered = origin
    // Whoever waits for the answer goes on before the next task begins.
    setTimeout(() => {
      if (answered === origin) answered = undefined
    })
  }
}

/** The agency of the act whose answer has just come, by id and name, where its screen is no longer in view; else null. */
export function leftAgency(): string | null {
  if (answered === undefined || answered.path === location.pathname) return null
  return agencyScreen.test(answered.path) ? (answered.screen.split(' · ')[0] ?? null) : null
}
