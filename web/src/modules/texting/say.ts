import { agencyNoticeMs } from '../../agency/agency-tab.ts'
import { notify } from '../../components/notify.ts'

const time = { ms: agencyNoticeMs }

/** Shows that an action on the Texting tab has succeeded. */
export function saySuccess(text: string): void {
  notify.ok(text, time)
}

/** Shows that one has failed. */
export function sayFailure(text: string): void {
  notify.error(text, time)
}
