// npm run soak -- llenar --pedidos N --correos N: fills an installation (DATABASE_URL or DATA_DIR) with a plausible past.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { fillPasado, wrongSums } from '../bench/support/pasado.ts'
import { openDb } from '../server/src/base/db/open.ts'
import { createFiles } from '../server/src/base/services/files/index.ts'
import { readConfig } from '../server/src/config.ts'
import { countDias } from '../server/src/gestion/reportes/service.ts'
import { openBase } from '../server/src/gestion/respaldo/restore/open-base.ts'
import { seed } from '../server/src/seed.ts'
import { makePdf } from '../server/src/testing/pdf.ts'

const { values } = parseArgs({
  options: {
    pedidos: { type: 'string', default: '1000' },
    correos: { type: 'string', default: '1000' },
  },
})
const pedidos = wholeOf('pedidos', values.pedidos)
const correos = wholeOf('correos', values.correos)

const config = readConfig()
const base = await openBase(config.dataDir, config.databaseUrl)
try {
  const { db, close } = await openDb(base.url)
  await seed(
    db,
    {
      email: config.ownerEmail,
      password: config.ownerPassword,
      muestra: true, // the generated past needs a shop
    },
    (password) => console.log(`Para entrar: ${config.ownerEmail}, contraseña ${password}`),
  )
  await close()
  const client = new pg.Client({ connectionString: base.url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    const started = performance.now()
    await fillPasado(client, { pedidos, correos, contenido: await keepFile(client) })
    await keepTotals(base.url)
    const wrong = await wrongSums(client)
    console.log(
      `${pedidos} pedidos y ${correos} correos en ${((performance.now() - started) / 1000).toFixed(0)} s.`,
    )
    for (const what of wrong) console.error(what)
    process.exitCode = wrong.length ? 1 : 0
  } finally {
    await client.end()
  }
} finally {
  await base.close()
}

/** Computes the totals that housekeeping would build up over time. */
async function keepTotals(url: string): Promise<void> {
  const { db, close } = await openDb(url)
  while (await countDias({ db, now: () => new Date() }));
  await db.execute('vacuum analyze totales, dias_tocados')
  await close()
}

/** The one file that the open orders refer to, stored as by an upload. @returns its id */
async function keepFile(client: pg.Client): Promise<string> {
  const files = await createFiles(config)
  const id = randomBytes(16).toString('base64url')
  const received = await files.receive(Readable.from([Buffer.from(await makePdf({ pages: 2 }))]), 1e6)
  await received.prepare(id)
  await received.keep(id)
  await client.query(
    `insert into contenidos (id, bytes, paginas, tamanos, color_hasta, creado) values ($1, $2, 2, $3, 2, now())`,
    [id, received.bytes, JSON.stringify([{ pages: 2, width: 595.28, height: 841.89 }])],
  )
  return id
}

function wholeOf(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} es un número entero desde 1.`)
  return value
}
