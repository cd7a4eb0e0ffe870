import { foldText } from '@agency-support/contract/rules/search'
import type { HelpTopic } from '../../lib/help-topic.ts'
import { activityHelp } from '../activity/help.ts'
import { agencyHelp } from '../agencies/help.ts'
import { agencyCommandHelp } from '../agency-commands/help.ts'
import { agencyFileHelp } from '../agency-files/help.ts'
import { alertHelp } from '../alerts/help.ts'
import { certificateHelp } from '../certificates/help.ts'
import { emailHelp } from '../email/help.ts'
import { esignatureHelp } from '../esignature/help.ts'
import { operationsHelp } from '../operations/help.ts'
import { reportHelp } from '../reports/help.ts'
import { productHelp } from '../products/help.ts'
import { seatHelp } from '../seats/help.ts'
import { staffHelp } from '../staff/help.ts'
import { textingHelp } from '../texting/help.ts'

/** All help texts by the specified topic ids. */
const helpTopics: Readonly<Record<number, HelpTopic>> = {
  ...agencyHelp,
  ...agencyCommandHelp,
  ...agencyFileHelp,
  ...esignatureHelp,
  ...seatHelp,
  ...staffHelp,
  ...emailHelp,
  ...alertHelp,
  ...textingHelp,
  ...reportHelp,
  ...activityHelp,
  ...certificateHelp,
  ...productHelp,
  ...operationsHelp,
}

interface Topic extends HelpTopic {
  id: number
}

/** Every topic by its number. */
export const allTopics: readonly Topic[] = Object.entries(helpTopics).map(([id, topic]) => ({
  id: Number(id),
  ...topic,
}))

/** The topics whose number, title, text or steps match the search. */
export function findTopics(text: string): readonly Topic[] {
  const wanted = foldText(text)
  return allTopics.filter(({ id, title, text: body, steps }) =>
    foldText(`${id} ${title} ${body} ${steps.flat().join(' ')}`).includes(wanted),
  )
}
