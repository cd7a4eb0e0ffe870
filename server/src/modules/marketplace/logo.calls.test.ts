import { products } from '@agency-support/contract/modules/products'
import { P } from '@agency-support/contract/permissions'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { type FilePart, toForm } from '../../../test/form.ts'
import { makePng, samplePicture } from '../../../test/pictures.ts'
import { createProduct, createVendor, productSettings } from '../../../test/products.ts'

const server = useServer()
let manager: TestClient
let id: number
beforeAll(async () => {
  manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  const vendorId = await createVendor(manager, 'Acme')
  id = (await createProduct(manager, productSettings('Pictured', vendorId))).id
})

const size = { width: 300, height: 150 }
const post = (parts: readonly FilePart[], headers: object = {}, boundary?: string) =>
  manager.send(
    { method: 'POST', path: `/api/file/${id}/uploadLogo`, ...toForm(parts, boundary) },
    headers as never,
  )
const file = (bytes: Buffer, fileName?: string): FilePart => ({
  name: 'File',
  bytes,
  ...(fileName === undefined ? {} : { fileName }),
})
const upload = async (bytes: Buffer): Promise<[status: number, message: string]> => {
  const got = await post([file(bytes)])
  return [got.status, (JSON.parse(got.body) as { message: string }).message]
}
const logoPath = async () =>
  (await manager.call(products.product, { productId: id })).data[0]?.marketplaceOptions.logoPath ?? ''
const stored = () =>
  server.db.read.selectFrom('product_logo').select('picture').where('product_id', '=', id).executeTakeFirst()

const uploads = () =>
  server.db.read
    .selectFrom('journal')
    .select(['subject', 'before', 'after'])
    .where('event', '=', 'products.logoUploaded')
    .orderBy('seq')
    .execute()

test('[PRODUCTS-21] [MKT-43] [MKT-44] a logo is decoded, written anew without its tail and answered to staff', async () => {
  expect(await logoPath()).toBe('')
  const tail = Buffer.from('PK\x03\x04<html><script>alert(1)</script>')
  const text = { type: 'tEXt', data: Buffer.from('Comment\0<?php ?>') }
  const picture = Buffer.concat([makePng(size, { shade: 40, extra: [text] }), tail])
  const got = await post([file(picture, '../../x.png')])
  const { code, data } = JSON.parse(got.body) as {
    code: number
    data: { id: number; marketplaceOptions: { logoPath: string } }[]
  }
  expect([got.status, code, data[0]?.id]).toEqual([200, 0, id])
  expect((await manager.call(products.product, { productId: id })).data).toEqual(data)
  const path = data[0]?.marketplaceOptions.logoPath ?? ''
  expect(path).toMatch(new RegExp(`^/api/file/${id}/logo\\?v=[0-9a-f]{16}$`))
  expect(await logoPath()).toBe(path)
  const kept = (await stored())?.picture ?? Buffer.alloc(0)
  for (const trace of ['html', 'php', 'PK\x03\x04', 'Comment']) expect(kept.includes(trace)).toBe(false)
  const { width, height, format } = await sharp(kept).metadata()
  expect([width, height, format]).toEqual([300, 150, 'png'])
  const [pixel] = await sharp(kept).greyscale().raw().toBuffer()
  expect(pixel).toBe(40)
  const digest = path.slice(-16)
  expect(await uploads()).toEqual([{ subject: 'Pictured', before: { logo: '' }, after: { logo: digest } }])
  const looker = await server.asNew({ permissions: [P.CanAccess] })
  const shown = await looker.send({ method: 'GET', path })
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png'])
  expect((await (await server.as(null)).send({ method: 'GET', path })).status).toBe(401)
  expect(await upload(makePng(size, { shade: 41 }))).toEqual([200, ''])
  expect(await uploads()).toMatchObject([{}, { before: { logo: digest } }])
})

test('a logo that is there already changes nothing and is not recorded again', async () => {
  const picture = makePng(size, { shade: 60 })
  const first = await post([file(picture)])
  const recorded = await uploads()
  expect((await post([file(picture)])).body).toBe(first.body)
  expect(await uploads()).toEqual(recorded)
})

test('[PROD-EDIT-33] [MKT-43] the type is judged by the first bytes, before the size', async () => {
  const says = 'Invalid file type. Must be an image.'
  const jpeg = await sharp({ create: { ...size, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="150"/>')
  const broken = Buffer.from(samplePicture)
  broken.fill(0xff, 45, 60)
  const headerOnly = samplePicture.subarray(0, 33)
  const html = Buffer.from('<html></html>')
  const gif = await sharp({ create: { ...size, channels: 3, background: 'red' } })
    .gif()
    .toBuffer()
  const program = Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(512)])
  const text = Buffer.from('PNG, or so it says')
  const before = await logoPath()
  const cut = [Buffer.alloc(0), samplePicture.subarray(0, 20), headerOnly, broken]
  for (const bytes of [jpeg, gif, svg, html, program, text, ...cut])
    expect(await upload(bytes)).toEqual([400, says])
  expect(await logoPath()).toBe(before)
})

test('[PROD-EDIT-34] [MKT-43] the size is judged by the header before anything is decoded', async () => {
  const says = 'Invalid image size. Image must be 300 x 150.'
  for (const [width, height] of [
    [299, 150],
    [301, 150],
    [300, 149],
    [150, 300],
  ] as const)
    expect(await upload(makePng({ width, height }))).toEqual([400, says])
  for (const headerSize of [
    { width: 30_000, height: 30_000 },
    { width: 2 ** 31 - 1, height: 150 },
  ])
    expect(await upload(makePng(size, { headerSize }))).toEqual([400, says])
})

test('[MKT-43] of bombs behind a right header only the rows of the picture are read and kept', async () => {
  const zeros = deflateSync(Buffer.alloc(64 * 1024 * 1024))
  const bomb = { type: 'zTXt', data: Buffer.concat([Buffer.from('x\0\0'), zeros]) }
  const tall = makePng({ width: 300, height: 200_000 }, { shade: 90, headerSize: size })
  for (const picture of [makePng(size, { shade: 91, extra: [bomb] }), tall]) {
    expect(await upload(picture)).toEqual([200, ''])
    expect((await stored())?.picture.length).toBeLessThan(2_000)
  }
})

test('[MKT-01] one part File of at most 1 MB and nothing else', async () => {
  const says = 'The form must hold one file, in the part File, and nothing else.'
  const toAnswer = async (got: { status: number; body: string }) => [
    got.status,
    (JSON.parse(got.body) as { message: string }).message,
  ]
  const picture = file(samplePicture)
  expect(await toAnswer(await post([picture, picture]))).toEqual([400, says])
  expect(await toAnswer(await post([{ ...picture, name: 'file' }]))).toEqual([400, says])
  expect(await toAnswer(await post([]))).toEqual([400, says])
  const large = [400, 'The logo must be at most 1 MB.']
  expect(await toAnswer(await post([file(Buffer.alloc(1024 * 1024 + 1))]))).toEqual(large)
  expect(await toAnswer(await post([file(Buffer.alloc(3 * 1024 * 1024))]))).toEqual(large)
  const path = `/api/file/${id}/uploadLogo`
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const torn = { method: 'POST', path, headers, body: '--x\r\nContent-Disp' }
  expect(await toAnswer(await manager.send(torn))).toEqual([400, 'The form cannot be read.'])
  const unbounded = { ...torn, headers: { 'content-type': 'multipart/form-data' } }
  expect((await manager.send(unbounded)).status).toBe(415)
  const crowd = Array.from({ length: 2_000 }, (_, at) => ({ name: `part${at}`, bytes: Buffer.from('x') }))
  expect(await toAnswer(await post(crowd))).toEqual([400, says])
  const other = { ...torn, headers: { 'content-type': 'image/png' } }
  expect((await manager.send(other)).status).toBe(415)
})

test('a file name is never used: whatever it is, the picture is kept under the product', async () => {
  const names = ['../../x.png', 'x.png\0.html', '.htaccess', 'con', 'x'.repeat(5_000)]
  for (const [at, name] of names.entries()) {
    const got = await post([file(makePng(size, { shade: 10 + at }), name)])
    const { data } = JSON.parse(got.body) as { data: { marketplaceOptions: { logoPath: string } }[] }
    expect([name.slice(0, 20), got.status]).toEqual([name.slice(0, 20), 200])
    expect(data[0]?.marketplaceOptions.logoPath).toMatch(
      new RegExp(`^/api/file/${id}/logo\\?v=[0-9a-f]{16}$`),
    )
  }
})

test('an upload for no product is refused and keeps nothing', async () => {
  const before = await server.db.read.selectFrom('product_logo').select('product_id').execute()
  for (const [product, status, code] of [
    ['-1', 400, 400],
    ['0', 400, 400],
    ['', 400, 400],
    ['abc', 400, 400],
    ['1.5', 400, 400],
    ['99999', 200, 2],
  ] as const) {
    const path = `/api/file/${product}/uploadLogo`
    const got = await manager.send({ method: 'POST', path, ...toForm([file(samplePicture)]) })
    expect([product, got.status, (JSON.parse(got.body) as { code: number }).code]).toEqual([
      product,
      status,
      code,
    ])
  }
  expect(await server.db.read.selectFrom('product_logo').select('product_id').execute()).toEqual(before)
})

test('[MKT-01] the same key with the same picture answers again, with another picture 422', async () => {
  const key = { 'idempotency-key': 'logo-key-0001' }
  const picture = makePng(size, { shade: 77 })
  const first = await post([file(picture)], key)
  const again = await post([file(picture)], key, 'another-boundary')
  expect(again.body).toBe(first.body)
  const other = await post([file(makePng(size, { shade: 78 }))], key)
  expect(JSON.parse(other.body)).toMatchObject({ code: 422 })
})
