/** What a screen's help says. */
export interface HelpTopic {
  title: string
  text: string
  /** What one may meet, and what to do then. */
  steps: readonly (readonly [seen: string, next: string])[]
}
