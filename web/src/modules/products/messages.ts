import { formatNumber } from '../../lib/format/format.ts'

/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const productMessages = {
  wentWrong: 'Something went wrong',
  noData: 'No data',
  noHit: 'No Results',
  vendorCreated: (name: string) => `Vendor ${name} created`,
  nameFirst: 'Enter a vendor name.',
  notValid: 'Correct the marked fields.',
  unchanged: 'Nothing has changed.',
  newProduct: 'New Product',
  notFound: 'Product not found',
  unknownId: (productId: number) =>
    productId === 0
      ? 'This link has no valid product number.'
      : `No product has the number ${productId}. It may have been deleted.`,
  saved: 'Product saved',
  deleteQuestion: 'Delete this product?',
  deleted: 'Product deleted',
  vendorLocked: 'The vendor of a product cannot be changed.',
  writeLocked: 'It cannot be changed after the product is created.',
  termsOff: 'Only with Force Opt In.',
  itemHint: 'Required with Vendor Data Sync.',
  overridesHint: 'Agency ids, separated by commas, blanks or line breaks.',
  versionHint: 'Empty for any version, otherwise for example 5.1.2.',
  unknownAgency: '(unknown agency)',
  dropped: (pieces: readonly string[]) =>
    `Ignored: ${pieces.slice(0, 20).join(', ')}${pieces.length > 20 ? ` and ${formatNumber(pieces.length - 20)} more` : ''}`,
  moreAgencies: (count: number) => `and ${formatNumber(count)} more`,
  agencyFirst: 'Enter an agency id.',
  noAgency: (agencyId: string) => `There is no agency ${agencyId}.`,
  visibility: (agencyId: string, visible: boolean, reason: string) =>
    `Agency ${agencyId} ${visible ? 'sees' : 'does not see'} this product. ${reason}`,
  notOfChanges: 'Your unsaved changes are not counted.',
  noCredentials: 'None yet: refresh the secret key to make them.',
  refreshed: 'Secret key refreshed',
  unseenSecret: (name: string) =>
    `The new secret key of ${name} was made after you had left its screen, and cannot be shown again. Refresh it once more.`,
  sent: 'API credentials sent',
  logoHint: 'The logo must be a .png of 300W x 150H.',
  logoUploaded: 'Logo uploaded',
  chooseLogo: 'Choose a file first.',
  chooseAnotherLogo: 'Choose another file.',
  congratulations: 'Congratulations!',
  created: 'has been created successfully',
  whoops: 'Whoops!',
  wentWrongLoud: 'Something went wrong!',
} as const
