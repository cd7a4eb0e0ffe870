/** Required size of logos in pixels, and their maximum bytes. */
export const logoSize = { width: 300, height: 150, bytes: 1024 * 1024 } as const

/** Why a file is not accepted as a logo (spec-002 §5, D-72). */
export const logoTexts = {
  notImage: 'Invalid file type. Must be an image.',
  wrongSize: 'Invalid image size. Image must be 300 x 150.',
  tooLarge: 'The logo must be at most 1 MB.',
} as const

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const headerStart = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

/** Width and height in the header of a PNG; null for anything else. Only reads the first 24 bytes. */
function readPngSize(bytes: Uint8Array): { width: number; height: number } | null {
  const begins = [...pngStart, ...headerStart].every((byte, at) => bytes[at] === byte)
  if (!begins || bytes.length < 24) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Why bytes are not accepted as a logo, judged by header and length; undefined if they are. */
export function whyNotLogo(bytes: Uint8Array): string | undefined {
  const size = readPngSize(bytes)
  if (size === null) return logoTexts.notImage
  if (size.width !== logoSize.width || size.height !== logoSize.height) return logoTexts.wrongSize
  return bytes.length > logoSize.bytes ? logoTexts.tooLarge : undefined
}
