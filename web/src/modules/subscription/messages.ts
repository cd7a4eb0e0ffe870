/** Texts of this module, verbatim from the specification (spec-001 §2.6, §8). */
export const subscriptionMessages = {
  failed: 'An error has occurred...',
  internal: (card: string) =>
    `An internal error has occurred at ${card}. Please report this issue to Development.`,
  unreadable: 'The billing data cannot be read.',
  cut: 'The license is longer than 1 MB; its end is left out.',
} as const
