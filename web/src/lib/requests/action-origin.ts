import { screenName } from '../screen-name.ts'

/** Where a person was when they started an action. */
interface Origin {
  path: string
  screen: string
}

const agencyScreen = /^\/agency-detail/
let answered: Origin | undefined

/**
 * Records where an action starts; call the result when its answer arrives, so that messages about it know its origin.
 */
export function beginAction(): () => void {
  const origin: Origin = { path: location.pathname, screen: screenName(globalThis.document?.title ?? '') }
  return () => {
    answered = origin
    // Code awaiting the answer runs before the next task.
    setTimeout(() => {
      if (answered === origin) answered = undefined
    })
  }
}

let opensScreen = false

/** Notes that the answer being handled opens a screen that says what happened, which nothing else needs to say. */
export function markAnswerOpensScreen(): void {
  opensScreen = true
  setTimeout(() => {
    opensScreen = false
  })
}

/** True until all code that awaits such an answer has run. */
export const answerOpensScreen = (): boolean => opensScreen

/** The agency (id and name) of the action just answered, if the person has left its screen since; otherwise null. */
export function leftAgency(): string | null {
  if (answered === undefined || answered.path === location.pathname) return null
  return agencyScreen.test(answered.path) ? (answered.screen.split(' · ')[0] ?? null) : null
}
