import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { createPdfEngine } from '../../../base/pdf/engine.ts'
import { jobsOf } from '../../../testing/jobs.ts'
import { enterAs } from '../../../testing/mostrador.ts'
import { eventually, type Shop } from '../../../testing/shop.ts'
import { openShop, type Visitor } from '../../../testing/socket.ts'
import { black, tinyPdf } from '../../../testing/tiny-pdf.ts'

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'

/** One page, listed `times` times. */
const samePage = (times: number, count = times) =>
  tinyPdf([CATALOG, `<< /Type /Pages /Count ${count} /Kids [${'3 0 R '.repeat(times)}] >>`, PAGE])

/** Without its xref table, which has to be rebuilt before pages can be counted. */
const withoutTable = (pdf: Buffer) => Buffer.from(pdf.toString('latin1').replace(/xref/g, 'feos'), 'latin1')

const kept = (shop: Pick<Shop, 'dataDir'>) =>
  ['recibiendo', 'archivos'].flatMap((folder) =>
    readdirSync(join(shop.dataDir, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ),
  )

function send(visitor: Visitor, files: [nombre: string, bytes: Uint8Array][], options: object = {}) {
  const form = new FormData()
  form.append('archivos_data', JSON.stringify(files.map(([nombre]) => ({ nombre, ...options }))))
  for (const [nombre, bytes] of files) form.append('archivos', new Blob([bytes as BlobPart]), nombre)
  return visitor.ask('/api/upload_archivo', { method: 'POST', body: form })
}

const TOO_LONG = (nombre: string, most: string) =>
  `«${nombre}»: tiene más de ${most} páginas, el máximo de un archivo. Dividilo en partes más chicas`

test('a file of a million pages is refused by name and limit, and leaves nothing to do', async () => {
  const shop = await openShop()
  for (const bytes of [samePage(1_000_000), withoutTable(samePage(1_000_000))]) {
    const answer = await send(shop.visitor(), [['bomba.pdf', bytes]], { color: 'color' })
    expect(answer.status).toBe(400)
    expect(answer.json()).toEqual({ archivos: [TOO_LONG('bomba.pdf', '5.000')] })
  }
  expect(kept(shop)).toEqual([])
  expect(await jobsOf(shop.db, 'color', 'prueba')).toEqual([])
  const other = await send(shop.visitor(), [['una.pdf', black(1)]], { color: 'color' })
  expect(other.json<{ archivos: object[] }>().archivos).toMatchObject([{ paginas: 1, paginas_color: 0 }])
})

test('a file that promises more pages than it has is counted by the ones it has', async () => {
  const shop = await openShop()
  const answer = await send(shop.visitor(), [['promete.pdf', samePage(3, 900_000)]])
  expect(answer.status).not.toBe(500)
  expect(answer.body).not.toContain('páginas, el máximo')
})

test('the owner sets how many pages a file and an order may have', async () => {
  const shop = await openShop()
  const body = { limites: { paginas_archivo: 3, paginas_pedido: 4 } }
  const set = { method: 'PUT', body, headers: await enterAs(shop) }
  expect((await shop.visitor().ask('/api/mostrador/ajustes', set)).status).toBe(200)
  const visitor = shop.visitor()
  await eventually(
    () => send(visitor, [['a.pdf', black(4)]]),
    ({ status }) => status === 400,
  )
  const long = await send(visitor, [
    ['a.pdf', black(4)],
    ['b.pdf', black(3)],
    ['c.pdf', black(5)],
  ])
  expect(long.status).toBe(400)
  expect(long.json()).toEqual({ archivos: [TOO_LONG('a.pdf', '3'), TOO_LONG('c.pdf', '3')] })
  const many = await send(visitor, [
    ['a.pdf', black(3)],
    ['b.pdf', black(2)],
  ])
  expect(many.status).toBe(400)
  expect(many.json()).toEqual({
    archivos: ['El pedido suma 5 páginas y el máximo es 4. Hacelo en más de un pedido.'],
  })
  expect(kept(shop)).toEqual([])
  const fine = await send(visitor, [
    ['a.pdf', black(3)],
    ['b.pdf', black(1)],
  ])
  expect(fine.status).toBe(200)
})

test('a file is examined no further once its order is given up', async () => {
  const engine = createPdfEngine({ workers: 1 })
  const proving = { begun: 0, ended: 0 }
  const shop = await openShop({
    pdf: {
      ...engine,
      prove: (_path, _pages, { signal } = {}) => {
        proving.begun++
        return new Promise((_, reject) =>
          signal?.addEventListener('abort', () => {
            proving.ended++
            reject(signal.reason)
          }),
        )
      },
    },
  })
  const quoted = (await send(shop.visitor(), [['a.pdf', black(2)]])).json<{
    archivos: { subida: string }[]
  }>()
  await eventually(
    async () => proving,
    ({ begun }) => begun === 1,
  )
  await shop.db.delete(pedidos)
  await eventually(
    async () => proving,
    ({ ended }) => ended === 1,
  )
  await shop.deps.jobs.send(shop.db, 'prueba', { contenido_id: quoted.archivos[0]?.subida ?? '' })
  await sleep(1_500) // jobs are looked for every half second
  expect(proving).toEqual({ begun: 1, ended: 1 })
  await engine.close()
})
