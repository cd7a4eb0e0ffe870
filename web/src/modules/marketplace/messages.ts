/** Texts of this module, to the letter of the documents and of the decisions that fill their gaps. */
export const marketplaceMessages = {
  wentWrong: 'Something went wrong',
  noData: 'No data',
  noResults: 'No Results',
  reactivated: 'Registration reactivated.',
  registrationFailed: (message: string) => `Registration reset failed (${message}).`,
  // Its leading blank lets it follow the other.
  cloudFailed: (message: string) => ` Cloud data reset failed (${message}).`,
  resetTriggered: 'Agency reset triggered. Please allow 5-10 minutes for cloud data to be reset.',
  noRegistrations: 'There are no registrations.',
  noSubscriptions: 'There are no subscriptions and no opt-ins.',
  storageFirst: 'Only together with the agency storage.',
  nothingChosen: 'Choose what to reset.',
} as const
