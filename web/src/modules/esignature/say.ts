import { notify } from '../../components/notify.ts'
import { agencyNoticeMs } from '../../agency/agency-tab.ts'
import { type Failing, withSentence } from '../../lib/api.ts'

const time = { ms: agencyNoticeMs }

/** Shows that an action has succeeded. */
export function saySuccess(text: string): void {
  notify.ok(text, time)
}

/** Shows the action's own failure text, with the server's sentence below. */
export function sayFailure(text: string, outcome: Failing): void {
  notify.error(withSentence(text, outcome), time)
}
