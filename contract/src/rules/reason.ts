/** The longest reason that a person can give for a change; it goes into the journal. */
export const maxReasonLength = 500
