import type { HelpTopic } from '../../lib/help-topic.ts'

/** Help texts of this module, by the specified topic ids. */
export const productHelp = {
  // Products
  1010: {
    title: 'Products',
    text: 'Lists the marketplace applications agencies can subscribe to. Marketplace Visibility is Enabled when all agencies see the product except those on its override list, and Disabled when only those on the list see it. Click a row to edit. Create New Vendor first if the vendor is not in the list.',
    steps: [
      [
        'An agency does not see a product',
        'Check Marketplace Visibility, the override list and the minimum version under Availability.',
      ],
    ],
  },
  // Vendors
  1023: {
    title: 'Vendors',
    text: "Companies that provide marketplace products, with contact email and address. A vendor is added from the Products page with Create New Vendor. A product's vendor cannot be changed after the product is created.",
    steps: [['The vendor is missing', 'Create it from Products with Create New Vendor.']],
  },
} satisfies Readonly<Record<number, HelpTopic>>
