import { crc32, deflateSync } from 'node:zlib'

function toChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG of one colour; `headerSize` is the size that its header names if that differs. */
export function makePng(
  { width, height }: { width: number; height: number },
  {
    shade = 128,
    headerSize,
    extra = [],
  }: {
    shade?: number
    headerSize?: { width: number; height: number }
    extra?: readonly { type: string; data: Buffer }[]
  } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(headerSize?.width ?? width, 0)
  header.writeUInt32BE(headerSize?.height ?? height, 4)
  // Eight bits of grey.
  header.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height, shade)
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0
  return Buffer.concat([
    start,
    toChunk('IHDR', header),
    ...extra.map(({ type, data }) => toChunk(type, data)),
    toChunk('IDAT', deflateSync(rows)),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A logo that is right. */
export const samplePicture = makePng({ width: 300, height: 150 })
