import { readFile, rm } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import { ANCHOS, FORMATOS, imagenPath } from '@imprimitodo/shared/rules/vidriera/imagen'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { imagenes } from '../../base/db/schema/imagenes.ts'
import { eventually, type Shop, testShop } from '../../testing/shop.ts'
import { addImagen, knownImagenes } from './service.ts'

const RED = { r: 201, g: 58, b: 34 }
const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } })

/** Red on the left, white on the right, so that its orientation shows. */
const twoSided = (width: number, height: number) =>
  canvas(width, height).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: 'white' } },
      left: width / 2,
      top: 0,
    },
  ])

const get = (shop: Shop, path: string) => shop.app.inject({ method: 'GET', url: path })

describe('a picture', () => {
  test('is kept once, upright and without its metadata, and all its widths are made after the answer', async () => {
    const shop = await testShop()
    const photo = await twoSided(1000, 600)
      .withExif({ IFD0: { Copyright: 'Ana', ImageDescription: 'SECRETO' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const ids = await Promise.all(Array.from({ length: 5 }, () => addImagen(shop.deps, photo)))
    expect(new Set(ids).size).toBe(1)
    const [id = ''] = ids
    const row = () => shop.db.select().from(imagenes).where(eq(imagenes.id, id))
    expect((await row())[0]).toMatchObject({ ancho: 600, alto: 1000 })
    expect(await readFile(await shop.deps.files.pathOf(id))).toEqual(photo)
    await eventually(row, ([one]) => one?.lista != null)
    for (const ancho of ANCHOS)
      for (const formato of FORMATOS) {
        const answer = await get(shop, imagenPath(id, ancho, formato))
        expect(answer.headers).toMatchObject({
          'content-type': `image/${formato}`,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        const { width, height, exif, orientation, icc } = await sharp(answer.rawPayload).metadata()
        // 600 wide: the third width does not enlarge it
        expect([width, height]).toEqual([
          Math.min(ancho, 600),
          Math.round((Math.min(ancho, 600) * 1000) / 600),
        ])
        expect([exif, icc, orientation ?? 1]).toEqual([undefined, undefined, 1])
        expect(answer.rawPayload.includes('SECRETO')).toBe(false)
      }
    // Orientation 6 is shown turned right: its left side is on top
    const shown = await sharp((await get(shop, imagenPath(id, 320, 'webp'))).rawPayload)
      .raw()
      .toBuffer()
    expect([shown[1], shown.at(-2)].map((green) => (green ?? 0) > 200)).toEqual([false, true])
  })

  test('is made on demand where a width is missing, once however many ask; bytes that are known are never swept', async () => {
    const shop = await testShop()
    const id = await addImagen(shop.deps, await twoSided(800, 800).png().toBuffer())
    await eventually(
      () => shop.db.select().from(imagenes),
      ([one]) => one?.lista != null,
    )
    await rm(await shop.deps.files.derivedPath(id, '640.avif'))
    await rm(await shop.deps.files.derivedPath(id, '320.webp'))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        get(shop, imagenPath(id, index % 2 ? 640 : 320, index % 2 ? 'avif' : 'webp')),
      ),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(2)
    expect((await shop.app.inject({ method: 'HEAD', url: imagenPath(id, 640, 'avif') })).statusCode).toBe(200)

    expect(await shop.deps.files.sweep((names) => knownImagenes(shop.db, names), 0)).toBe(0)
    expect((await get(shop, imagenPath(id, 960, 'webp'))).statusCode).toBe(200)
    // No folder is made for a picture that does not exist
    expect((await get(shop, imagenPath('f'.repeat(32), 320, 'avif'))).statusCode).toBe(404)
    await expect(readFile(`${shop.dataDir}/derivados/ff/${'f'.repeat(32)}`)).rejects.toThrow('ENOENT')
  })

  test('that is not there, or of another width or format, is a 404', async () => {
    const shop = await testShop()
    const id = await addImagen(shop.deps, await canvas(40, 40).webp().toBuffer())
    for (const path of [
      `/imagenes/${id}-641.webp`,
      `/imagenes/${id}-320.png`,
      `/imagenes/${id}-320.webp/`,
      `/imagenes/${id}`,
      `/imagenes/${id.slice(1)}-320.webp`,
      '/imagenes/..%2f..%2fetc%2fpasswd-320.webp',
      `/imagenes/${'0'.repeat(32)}-320.webp`,
      '/imagenes/',
    ])
      expect((await get(shop, path)).statusCode, String(path)).toBe(404)
  })

  test('that the disk lost is a 404', async () => {
    const shop = await testShop()
    const id = await addImagen(shop.deps, await canvas(40, 40).webp().toBuffer())
    await eventually(
      () => shop.db.select().from(imagenes),
      ([one]) => one?.lista != null,
    )
    await shop.deps.files.delete(id)
    const lost = await get(shop, imagenPath(id, 320, 'webp'))
    expect(lost.statusCode).toBe(404)
    expect(lost.json()).toEqual({ detail: 'Esa imagen no existe.' })
  })
})

/** A PNG whose header claims `width` by `height`, with few bytes of data. */
function claimingPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const data = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('a file that is no sound picture of a known kind is refused in Spanish, and not kept', async () => {
  const shop = await testShop()
  const jpeg = await twoSided(600, 400).jpeg().toBuffer()
  const png = await twoSided(600, 400).png({ compressionLevel: 0 }).toBuffer()
  const webp = await twoSided(600, 400).webp({ lossless: true }).toBuffer()
  const avif = await twoSided(600, 400).avif({ effort: 0 }).toBuffer()
  const gif = await canvas(20, 20).gif().toBuffer()
  const tiff = await canvas(20, 20).tiff().toBuffer()
  const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length * 0.6)
  const kind = 'La imagen tiene que ser JPG, PNG, WebP o AVIF.'
  const damaged = 'La imagen está dañada o incompleta.'
  const refused: [string, Buffer, string][] = [
    ['nothing', Buffer.alloc(0), kind],
    ['text', Buffer.from('hola'), kind],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), kind],
    ['GIF', gif, kind],
    ['TIFF', tiff, kind],
    ['a PDF', Buffer.from('%PDF-1.7\n'), kind],
    ['GIF that is also script', Buffer.from('GIF89a/*\0\0*/=1;alert(1)'), kind],
    ['SVG after a space', Buffer.from(' \xff\xd8\xff<svg/>', 'latin1'), kind],
    ['only a JPEG’s beginning', Buffer.from('\xff\xd8\xff<svg/>', 'latin1'), damaged],
    ['only a PNG’s beginning', Buffer.from('\x89PNG\r\n\x1a\n<svg/>', 'latin1'), damaged],
    ['only a WebP’s beginning', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), damaged],
    ['cut JPEG', cut(jpeg), damaged],
    ['cut PNG', cut(png), damaged],
    ['cut WebP', cut(webp), damaged],
    ['cut AVIF', cut(avif), damaged],
    ['a bomb of pixels', claimingPng(60_000, 60_000), 'La imagen es demasiado grande: hasta 52 megapíxeles.'],
    ['a PNG of less than it says', claimingPng(4_000, 4_000), damaged],
    ['26 MB', Buffer.concat([jpeg, Buffer.alloc(26_000_000)]), 'La imagen pesa demasiado: hasta 25 MB.'],
  ]
  for (const [name, bytes, message] of refused)
    await expect(addImagen(shop.deps, bytes), name).rejects.toMatchObject({
      status: 400,
      body: { imagen: [message] },
    })
  const { rows } = await shop.db.execute(sql`select count(*)::int as count from imagenes`)
  expect(rows).toEqual([{ count: 0 }])
})

test('a file that is both a picture and something else is only ever served as a picture', async () => {
  const shop = await testShop()
  const page = Buffer.from('<script>alert("policy")</script>')
  const both = Buffer.concat([await twoSided(200, 200).png().toBuffer(), page])
  const id = await addImagen(shop.deps, both)
  for (const formato of FORMATOS) {
    const { rawPayload } = await get(shop, imagenPath(id, 320, formato))
    expect(rawPayload.includes('policy')).toBe(false)
    expect((await sharp(rawPayload).metadata()).width).toBe(200)
  }
})

test('every kind it takes, the odd ones too, comes out as both formats', async () => {
  const shop = await testShop()
  const kinds = {
    'CMYK JPEG': await twoSided(300, 200).toColourspace('cmyk').jpeg().toBuffer(),
    'progressive JPEG': await twoSided(300, 200).jpeg({ progressive: true }).toBuffer(),
    '16 bit PNG': await twoSided(300, 200).toColourspace('rgb16').png().toBuffer(),
    'PNG with a palette and alpha': await twoSided(300, 200)
      .ensureAlpha(0.5)
      .png({ palette: true })
      .toBuffer(),
    'WebP with alpha': await twoSided(300, 200).ensureAlpha(0.5).webp().toBuffer(),
    AVIF: await twoSided(300, 200).avif({ effort: 0 }).toBuffer(),
    'one very tall': await canvas(20, 9_000).png().toBuffer(),
    'one pixel': await canvas(1, 1).png().toBuffer(),
  }
  for (const [name, bytes] of Object.entries(kinds)) {
    const id = await addImagen(shop.deps, bytes)
    for (const formato of FORMATOS) {
      const answer = await get(shop, imagenPath(id, 320, formato))
      expect(answer.statusCode, String(name)).toBe(200)
      const { width, height } = await sharp(answer.rawPayload).metadata()
      expect(Math.max(width / 320, height / 640)).toBeLessThanOrEqual(1)
    }
  }
})
