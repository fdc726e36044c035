import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makePdf } from '../../../testing/pdf.ts'
import { type Shop, testShop } from '../../../testing/shop.ts'

const kept = (shop: Shop) =>
  ['recibiendo', 'archivos'].flatMap((folder) =>
    readdirSync(join(shop.dataDir, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ),
  )

/** `parts`: headers after the name, and content. */
function post(shop: Shop, parts: [head: string, content: string | Uint8Array][]) {
  const payload = Buffer.concat([
    ...parts.flatMap(([head, content]) => [
      Buffer.from(`--XX\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--XX--\r\n'),
  ])
  const headers = { 'content-type': 'multipart/form-data; boundary=XX' }
  return shop.app.inject({ method: 'POST', url: '/api/upload_archivo', headers, payload })
}

describe('names', () => {
  test('names that browsers escape are still the same file', async () => {
    const shop = await testShop()
    const bytes = await makePdf()
    for (const [nombre, sent] of [
      ['mi "tesis".pdf', 'mi %22tesis%22.pdf'],
      ['a\r\nb.pdf', 'a%0D%0Ab.pdf'],
      ['apuntes/unidad 1.pdf', 'apuntes/unidad 1.pdf'],
      ['a\ud83d.pdf', 'a\ufffd.pdf'],
    ] as const) {
      const answer = await post(shop, [
        ['name="archivos_data"', JSON.stringify([{ nombre }])],
        [`name="archivos"; filename="${sent}"`, bytes],
      ])
      expect(answer.statusCode).toBe(200)
      expect(answer.json().archivos[0].nombre).toEqual(nombre.toWellFormed())
    }
  })

  test('a name that no system can store is refused, and nothing is kept', async () => {
    const shop = await testShop()
    for (const [nombre, problem] of [
      ['\0a.pdf', 'Hay un archivo sin nombre'],
      [`${'a'.repeat(600)}.pdf`, 'el nombre es demasiado largo'],
    ] as const) {
      const answer = await shop.upload([{ nombre, bytes: await makePdf() }])
      expect(answer.statusCode).toBe(400)
      expect(answer.json().archivos[0]).toEqual(expect.stringContaining(problem))
      expect(answer.body.length).toBeLessThan(300)
    }
    expect(kept(shop)).toEqual([])
  })
})

test('an id that is not ours names no upload, and never becomes a path', async () => {
  const shop = await testShop()
  for (const subida of ['../subidas/x', 'a\0b', 'a'.repeat(5_000), 'a/b', '.']) {
    const answer = await shop.upload([{ nombre: 'a.pdf', subida }])
    const refused = { archivos: ['«a.pdf»: la subida no es válida'] }
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual(refused)
  }
})

test('data sent with a content type are read all the same', async () => {
  const shop = await testShop()
  const answer = await post(shop, [
    ['name="archivos_data"\r\nContent-Type: application/json', JSON.stringify([{ nombre: 'a.pdf' }])],
    ['name="archivos"; filename="a.pdf"', await makePdf()],
  ])
  expect(answer.statusCode).toBe(200)
})

test('400,000 entries are refused with one message', async () => {
  const shop = await testShop()
  const answer = await post(shop, [['name="archivos_data"', `[${'1,'.repeat(400_000)}1]`]])
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ archivos: ['Son demasiados archivos: mandá hasta 1000 por pedido.'] })
})
