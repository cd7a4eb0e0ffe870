import { whyUnseen } from './characters.ts'
import { maxLengths, productTexts } from './products.ts'

/** The fields of a vendor; '' if empty. */
export interface VendorFields {
  name: string
  email: string
  addressLine1: string
  addressLine2: string
  addressLine3: string
  city: string
  state: string
  zipCode: string
}
export type VendorField = keyof VendorFields

/** The labels of the vendor dialog, in order. */
export const vendorLabels: Readonly<Record<VendorField, string>> = {
  name: 'Vendor Name',
  email: 'Vendor Email',
  addressLine1: 'Address Line 1',
  addressLine2: 'Address Line 2',
  addressLine3: 'Address Line 3',
  city: 'City',
  state: 'State',
  zipCode: 'Zip Code',
}

/** Problems of a vendor, in the words of the documents. */
const vendorTexts = {
  email: 'Invalid e-mail',
  zipDigits: 'This field only accept numbers',
  zipLength: 'Zip can be a max of 9 characters',
} as const

const vendorLengths: Readonly<Partial<Record<VendorField, number>>> = {
  name: maxLengths.name,
  email: maxLengths.email,
  addressLine1: maxLengths.addressLine,
  addressLine2: maxLengths.addressLine,
  addressLine3: maxLengths.addressLine,
  city: maxLengths.city,
  state: maxLengths.state,
}
const maxZip = 9
const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
/** The pattern of HTML email fields, but with a dot in the domain, because mail is sent to it. */
const emailForm = new RegExp(`^[\\w.!#$%&'*+/=?^\`{|}~-]+@${label}(?:\\.${label})+$`)

/** Problems of a vendor, a sentence for each field; empty if it can be saved. */
export function findVendorProblems(vendor: VendorFields): Partial<Record<VendorField, string>> {
  const problems: Partial<Record<VendorField, string>> = {}
  for (const [field, max] of Object.entries(vendorLengths) as [VendorField, number][])
    if (vendor[field].trim().length > max) problems[field] = productTexts.tooLong(vendorLabels[field], max)
  if (vendor.name.trim() === '') problems.name = productTexts.required
  const email = vendor.email.trim()
  if (problems.email === undefined && email !== '' && !emailForm.test(email))
    problems.email = vendorTexts.email
  const zip = vendor.zipCode.trim()
  if (!/^[0-9]*$/.test(zip)) problems.zipCode = vendorTexts.zipDigits
  else if (zip.length > maxZip) problems.zipCode = vendorTexts.zipLength
  for (const field of Object.keys(vendorLabels) as VendorField[]) {
    const unseen = whyUnseen(vendorLabels[field], vendor[field].trim())
    if (unseen !== undefined) problems[field] ??= unseen
  }
  return problems
}
