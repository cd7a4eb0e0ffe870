/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const marketplaceMessages = {
  wentWrong: 'Something went wrong',
  noData: 'No data',
  noResults: 'No Results',
  reactivated: 'Registration reactivated.',
  registrationFailed: (message: string) => `Registration reset failed (${message}).`,
  // The leading space separates it from the preceding sentence.
  cloudFailed: (message: string) => ` Cloud data reset failed (${message}).`,
  resetTriggered: 'Agency reset triggered. Please allow 5-10 minutes for cloud data to be reset.',
  notLoaded: 'The list above is not loaded.',
  noRegistrations: 'There are no registrations.',
  noSubscriptions: 'There are no subscriptions and no opt-ins.',
  storageFirst: 'Only together with the agency storage.',
  nothingChosen: 'Choose what to reset.',
} as const
