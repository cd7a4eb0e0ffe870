/** Addresses of this module; `topic` is the id of the topic to show first. */
export const helpPaths = {
  topics: '/help',
  topic: (topic: number): string => `/help?topic=${topic}`,
} as const
