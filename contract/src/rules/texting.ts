const phonePattern = /^\d*$/
const phoneLength = 10

/** Problems of a phone number. */
export const phoneTexts = {
  tooShort: 'New phone number must be at least 10 digits',
  notOne: 'An 11-digit number must begin with 1.',
  notDigits: 'A phone number consists of digits only.',
  tooLong: 'A phone number has at most 11 digits.',
} as const

/** Why a text is not a valid phone number (10 digits, or 11 beginning with 1); undefined if it is. */
export function whyNotPhone(phone: string): string | undefined {
  if (!phonePattern.test(phone)) return phoneTexts.notDigits
  if (phone.length < phoneLength) return phoneTexts.tooShort
  if (phone.length > phoneLength + 1) return phoneTexts.tooLong
  return phone.length > phoneLength && !phone.startsWith('1') ? phoneTexts.notOne : undefined
}

/** Problems of the id of an order. */
export const orderIdTexts = {
  missing: 'An order id is required.',
  invalid: 'An order id consists of 1 to 64 letters, digits or dashes.',
} as const

/** Why a text cannot be the id of an order at Bandwidth; spaces around it do not count. */
export function whyNotOrderId(text: string): string | undefined {
  const orderId = text.trim()
  if (orderId === '') return orderIdTexts.missing
  return /^[A-Za-z0-9-]{1,64}$/.test(orderId) ? undefined : orderIdTexts.invalid
}

/** From here on the status of a text message is an end: Delivered, Error or Warning. */
export const firstEndStatus = 2

/** The last 10 digits of a phone number, by which it is compared and sent. */
export function toNumber(phone: string): string {
  return phone.slice(-phoneLength)
}

/** A phone number for display, 801-555-0142; an invalid one is returned unchanged. */
export function formatPhone(phone: string): string {
  const number = toNumber(phone)
  if (whyNotPhone(phone) !== undefined) return phone
  return `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`
}

/** True for a valid TCR number: 1 to 20 letters or digits. */
export function isTcrNumber(text: string): boolean {
  return /^[A-Za-z0-9]{1,20}$/.test(text)
}

/** The key of the texting product (spec-001 §9). */
export const textingKey = 5

/** The message when texting cannot be enabled yet. */
export const incompleteSentence = 'A phone number and a TCR number are required.'
