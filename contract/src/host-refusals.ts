/** The refusals of a call that another host may answer (SERVICE_HOSTS). */
export const hostRefusals = {
  hostFailed: [502, 'The host that answers this gave no usable answer.'],
  hostAway: [503, 'The host that answers this cannot be reached at the moment.'],
  hostSilent: [
    504,
    'The host that answers this gave no answer. Please look whether your change was saved before you try again.',
  ],
} as const
