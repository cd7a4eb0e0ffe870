import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'

/** A product with nothing in it but what is given. */
export function productOf({
  minimumCMSVersion = '',
  ...given
}: Partial<MarketplaceProduct> & { minimumCMSVersion?: string } = {}): MarketplaceProduct {
  return {
    id: 7,
    name: '',
    enabled: false,
    overrideAgencies: [],
    vendorId: 1,
    vendorName: '',
    providerName: '',
    description: '',
    enableVendorDomain: false,
    enableVendorWrite: false,
    itemId: null,
    marketplaceOptions: {
      actionButtonLabel: '',
      actionButtonUrl: '',
      manageButtonLabel: '',
      manageButtonUrl: '',
      forceOptIn: false,
      termsAndConditionsLabel: '',
      termsAndConditionsUrl: '',
      helpContentUrl: '',
      emailNotifications: false,
      dataSharingOptIn: false,
      logoPath: '',
    },
    productCatalogOptions: { productCategoryId: 1, minimumCMSVersion },
    subscribed: false,
    apiCredentials: null,
    whyNotResend: '',
    version: 1,
    ...given,
  }
}
