import { esignatureTexts } from '@agency-support/contract/rules/esignature'

/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const esignatureMessages = {
  loadFailed: 'Error Loading Subscription Data: ',
  noAnswer: 'Error communicating with Agency Support API',
  formstackFailed: 'Error communicating with FormStack API',
  asking: 'Asking Formstack…',
  invalidGroup: esignatureTexts.invalidGroup,
  idFailed: (email: string) => `Failed to update FormStack Id for email ${email}.`,
  idSaved: (email: string) => `Success - Updated FormStack Id for ${email}.`,
  deleteFailed: 'Failed to delete account.',
  deleted: 'Success - Account Deleted.',
  cancelQuestion: 'Cancel the e-signature subscription for this agency? This cannot be undone.',
  cancelled: 'Successfully Cancelled ESignature Subscription',
  cancelFailed: 'Error Cancelling ESignature Subscription',
  cleanedUp: 'Successfully Cleaned Up ESignature Subscription',
  cleanupFailed: 'Error Cleaning Up ESignature Subscription',
  noData: 'No data',
  logFailed: 'Unable to fetch logs.',
  usersUnread: 'Not known',
  noGroup: 'The agency has no group id.',
  unchanged: 'The account id is unchanged.',
  noId: 'Type the account id first.',
  userGone: 'This user has been deleted meanwhile.',
  nothingDiffers: 'Nothing differs.',
} as const
