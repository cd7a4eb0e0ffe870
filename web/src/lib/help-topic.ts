/** Help text of a screen. */
export interface HelpTopic {
  title: string
  text: string
  /** What a person may see, and what to do then. */
  steps: readonly (readonly [seen: string, next: string])[]
}
