import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { rows } from '../../e2e/support/server.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { startBare } from '../support/bare.ts'
import { drawCurves } from '../support/curve.ts'
import { atLeast, atMost, median, note, type Row } from '../support/rows.ts'

export const name = 'Catalogue: the listing and a product, against a bare Fastify with the same bytes'
export const pictures = [
  { file: 'productos.svg', title: 'Share of a bare Fastify’s speed, by products on show' },
]
const ROUNDS = 80
const BETWEEN = [1_000, 5_000]
const BR = { 'accept-encoding': 'gzip, deflate, br' }

/**
 * Each ratio is of two servers asked in turns, the median of the rounds, and compared between 200 and 20,000 products:
 * of the listing, and where the bytes stay the same, of one product and of a listing that has not changed (304).
 */
export async function run(): Promise<Row[]> {
  const shop = await startShop()
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-bench-'))
  try {
    const steps: ({ at: number } & Awaited<ReturnType<typeof measured>>)[] = []
    for (const products of [200, ...BETWEEN, 20_000])
      steps.push({ at: products, ...(await measured(shop, folder, products)) })
    const [few, many] = [steps[0], steps.at(-1)]
    if (!few || !many) throw new Error('Nothing was measured.')
    const curve = (label: string, of: (step: (typeof steps)[number]) => number) => ({
      label,
      points: steps.map((step) => ({ at: step.at, value: of(step) })),
    })
    drawCurves(
      'productos.svg',
      { title: 'Share of a bare Fastify with the same bytes', x: 'products on show', y: '' },
      [
        curve('the listing', ({ listing }) => listing),
        curve('the listing, unchanged', ({ unchanged }) => unchanged),
        curve('a product', ({ detail }) => detail),
      ],
    )
    const drift = (label: string, before: number, after: number) =>
      atMost(`${label}: ratio changed from 200 to 20,000`, Math.abs(before - after), 0.05)
    return [
      note('listing of 200, brotli', few.bytes / 1000, 'kB'),
      note('listing of 200', few.perSecond, '/s'),
      atLeast('listing of 200, share of the bare server', few.listing, 0.6),
      atLeast('a product, share of the bare server', few.detail, 0.5),
      note('listing of 20,000, brotli', many.bytes / 1000, 'kB'),
      note('listing of 20,000', many.perSecond, '/s'),
      atLeast('listing of 20,000, share of the bare server', many.listing, 0.6),
      drift('the listing', few.listing, many.listing),
      drift('a product', few.detail, many.detail),
      drift('an unchanged listing', few.unchanged, many.unchanged),
      note('first listing after an edit, of 20,000', many.afterEdit, 'ms'),
    ]
  } finally {
    await shop.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measured(shop: Shop, folder: string, products: number) {
  await fill(shop, products)
  const started = performance.now()
  const listing = await fetched(`${shop.url}/api/v1/productos/`, folder, 'listado', products)
  const afterEdit = performance.now() - started
  const [first] = listing.goods
  const detailUrl = `${shop.url}/api/v1/productos/${first?.id}/`
  const detail = await fetched(detailUrl, folder, 'detalle', 1)
  const bare = await startBare([listing.file, detail.file])
  try {
    const listed = await against(`${shop.url}/api/v1/productos/`, `${bare.url}/0`, BR)
    const detailed = await against(detailUrl, `${bare.url}/1`, BR)
    const known = { ...BR, 'if-none-match': listing.etag }
    const unchanged = await against(`${shop.url}/api/v1/productos/`, `${bare.url}/304`, known)
    return {
      afterEdit,
      bytes: listing.bytes,
      perSecond: listed.perSecond,
      listing: listed.ratio,
      detail: detailed.ratio,
      unchanged: unchanged.ratio,
    }
  } finally {
    await bare.stop()
  }
}

/** Up to `products` on show, each with a picture, as a shop would write them; every server is told. */
async function fill(shop: Shop, products: number): Promise<void> {
  await rows(
    shop,
    `insert into imagenes (id, ancho, alto) select md5(n::text), 960, 960 from generate_series(1, $1::int) n on conflict do nothing`,
    [products],
  )
  await rows(
    shop,
    `with made as (
       insert into productos (nombre, texto, categoria_id, importe, es_oferta, orden)
       select 'Cuaderno ' || n || ' de ' || n % 97 || ' hojas',
         'Tapa dura laminada, ' || n % 300 || ' hojas rayadas de 75 g. Modelo ' || substr(md5(n::text), 1, 6) || '.',
         (select id from categorias order by id offset n % 8 limit 1), n % 5000 * 100, n % 9 = 0, n
       from generate_series((select count(*) + 1 from productos), $1::int) n returning id)
     insert into producto_imagenes select id, md5((id % $1::int + 1)::text), 0, true from made`,
    [products],
  )
  await rows(shop, `select pg_notify('catalogo', '')`)
}

/** The bytes as the shop sends them, for the bare server to send the same. Waits until `products` are told of. */
async function fetched(url: string, folder: string, label: string, products: number) {
  for (const until = Date.now() + 20_000; ; ) {
    const { bytes, etag, encoding } = await raw(url)
    const text = encoding === 'br' ? brotliDecompressSync(bytes) : bytes
    const goods: { id: number }[] = [JSON.parse(text.toString())].flat()
    if (goods.length >= products) {
      const file = join(folder, `${label}-${products}`)
      writeFileSync(file, bytes)
      return { file, etag, goods, bytes: bytes.length }
    }
    if (Date.now() > until) throw new Error(`${goods.length} of ${products} products after 20 s`)
  }
}

/** The bytes as they travel: fetch would unpack them. */
async function raw(url: string): Promise<{ bytes: Buffer; etag: string; encoding: string | undefined }> {
  const [response] = await once(get(url, { headers: BR }), 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const { etag, 'content-encoding': encoding } = response.headers
  return { bytes: Buffer.concat(chunks), etag: String(etag), encoding }
}

const RATE = fileURLToPath(new URL('../support/rate.ts', import.meta.url))

async function against(ours: string, bare: string, headers: Record<string, string>) {
  const urls = [ours, bare].map((url) => url.replace('localhost', '127.0.0.1'))
  const { stdout } = await promisify(execFile)(process.execPath, [
    RATE,
    JSON.stringify(headers),
    String(ROUNDS),
    ...urls,
  ])
  const [mine, theirs]: { status: string; rates: number[] }[] = JSON.parse(stdout)
  if (!mine || !theirs || !/^(200 200|304 304)$/.test(`${mine.status} ${theirs.status}`))
    throw new Error(`${ours} answered ${mine?.status}, the bare server ${theirs?.status}`)
  return {
    ratio: median(mine.rates.map((rate, round) => rate / (theirs.rates[round] ?? 0))),
    perSecond: median(mine.rates),
  }
}
