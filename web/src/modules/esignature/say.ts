import { notify } from '../../components/notify.ts'
import { agencyNoticeMs } from '../../agency/agency-tab.ts'
import { type Failing, withSentence } from '../../lib/api.ts'

const time = { ms: agencyNoticeMs }

/** Says that an act has succeeded. */
export function saySuccess(text: string): void {
  notify.ok(text, time)
}

/** Says that an act has failed, in its own words whatever failed, with the server's sentence under them. */
export function sayFailure(text: string, outcome: Failing): void {
  notify.error(withSentence(text, outcome), time)
}
