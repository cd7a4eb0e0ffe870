import { foldText } from '@agency-support/contract/rules/search'
import { helpTopics } from '../../components/help-topics.ts'

export interface Topic {
  id: number
  title: string
  text: string
}

/** Every topic by its number. */
export const allTopics: readonly Topic[] = Object.entries(helpTopics).map(([id, topic]) => ({
  id: Number(id),
  ...topic,
}))

/** The topics whose number, title or text holds what is searched. */
export function findTopics(text: string): readonly Topic[] {
  const wanted = foldText(text)
  return allTopics.filter(({ id, title, text: body }) => foldText(`${id} ${title} ${body}`).includes(wanted))
}
